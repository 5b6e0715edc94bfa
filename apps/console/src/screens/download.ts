import { client } from '../client.js';
import { OPERATIONS, queryOf, textOf, valueAt, type Search } from './search-query.js';

export type Form = 'csv' | 'jsonl';

/** The maximum number of records in a file. For more, use the API. */
export const MOST = 10_000;
const PAGE = 1_000;

/** Saves the found records as a file: CSV with the columns that are shown, JSON lines with all fields. */
export async function download(wanted: Search, form: Form): Promise<void> {
  const records: object[] = [];
  const query = { ...queryOf(wanted), page: { start: 1, limit: PAGE } };
  for await (const { results } of client.pages(OPERATIONS[wanted.records].search, { body: { query } })) {
    records.push(...results);
    if (records.length >= MOST) break;
  }
  const lines =
    form === 'jsonl'
      ? records.map((record) => JSON.stringify(record))
      : [
          wanted.columns,
          ...records.map((record) => wanted.columns.map((name) => textOf(valueAt(record, name)))),
        ].map((cells) => cells.map(cellOf).join(','));
  const blob = new Blob([`${lines.slice(0, MOST + 1).join('\r\n')}\r\n`], {
    type: form === 'csv' ? 'text/csv' : 'application/jsonl',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${wanted.records}.${form}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Escapes a cell (RFC 4180), and prefixes text that a spreadsheet would run as a formula, since it comes from senders. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
