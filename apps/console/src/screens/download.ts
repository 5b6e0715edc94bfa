import { client } from '../client.js';
import { saveFile, toCsvLine } from '../parts/save-file.js';
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
        ].map(toCsvLine);
  saveFile(search.records, format, lines.slice(0, MAX_RECORDS + 1));
}
