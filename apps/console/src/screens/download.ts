import { client } from '../client.js';
import { currentDomain } from '../session.js';
import { OPERATIONS, toQuery, toText, getValue, type Search } from './search-query.js';

export type FileFormat = 'csv' | 'jsonl';

/** The maximum number of records in a file. For more, use the API. */
export const MAX_RECORDS = 10_000;
const PAGE_SIZE = 1_000;

/** Saves the found records as a file: CSV with the columns that are shown, JSON lines with all fields. */
export async function download(search: Search, format: FileFormat): Promise<void> {
  const records: object[] = [];
  const query = { ...toQuery(search), page: { start: 1, limit: PAGE_SIZE } };
  for await (const { results } of client.pages(OPERATIONS[search.records].search, {
    body: { domain_id: currentDomain(), query },
  })) {
    records.push(...results);
    if (records.length >= MAX_RECORDS) break;
  }
  const lines =
    format === 'jsonl'
      ? records.map((record) => JSON.stringify(record))
      : [
          search.columns,
          ...records.map((record) => search.columns.map((name) => toText(getValue(record, name)))),
        ].map((cells) => cells.map(escapeCell).join(','));
  const blob = new Blob([`${lines.slice(0, MAX_RECORDS + 1).join('\r\n')}\r\n`], {
    type: format === 'csv' ? 'text/csv' : 'application/jsonl',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${search.records}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Escapes a cell (RFC 4180), and prefixes text that a spreadsheet would run as a formula, since it comes from senders. */
function escapeCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
