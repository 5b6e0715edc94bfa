import { positiveNumber } from './arguments.js';
import { progressBar } from './print.js';

const PAGE = 500;

export const LIMIT = ['--limit <n>', 'maximum number of records', positiveNumber] as const;

/** Returns the first `limit` records of a list, across pages; all of them without a limit. */
export async function firstOf<T>(
  limit: number | undefined,
  list: (page: { readonly limit: number }) => AsyncIterable<T>,
): Promise<readonly T[]> {
  const most = limit ?? Infinity;
  const found: T[] = [];
  const bar = limit !== undefined && limit > PAGE ? progressBar('records', limit) : undefined;
  try {
    for await (const record of list({ limit: Math.min(most, PAGE) })) {
      found.push(record);
      bar?.update(found.length);
      if (found.length >= most) break;
    }
  } finally {
    bar?.stop();
  }
  return found;
}
