import { parsePositiveNumber } from './arguments.js';
import { progressBar } from './print.js';

const PAGE_SIZE = 500;

export const LIMIT_OPTION = ['--limit <n>', 'maximum number of records', parsePositiveNumber] as const;

/** Returns the first `limit` records of a list, across pages; all of them without a limit. */
export async function collectRecords<T>(
  limit: number | undefined,
  list: (page: { readonly limit: number }) => AsyncIterable<T>,
): Promise<readonly T[]> {
  const maximum = limit ?? Infinity;
  const records: T[] = [];
  const bar = limit !== undefined && limit > PAGE_SIZE ? progressBar('records', limit) : undefined;
  try {
    for await (const record of list({ limit: Math.min(maximum, PAGE_SIZE) })) {
      records.push(record);
      bar?.update(records.length);
      if (records.length >= maximum) break;
    }
  } finally {
    bar?.stop();
  }
  return records;
}
