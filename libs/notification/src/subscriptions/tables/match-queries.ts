import { DomainError } from '#shared/kernel/domain-error.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';

/** The maximum number of queries in one statement. */
const MAX_QUERIES = 100;

export interface ItemQuery<Item> {
  readonly query: object;
  /** The items whose answer is needed. The query may be applied to others as well. */
  readonly of: ReadonlySet<Item>;
}

/** Returns, for each query, the items that it matches. A single query that cannot be asked makes the call fail. */
export type MatchEach<Item> = (
  queries: readonly object[],
  asked: readonly Item[],
) => Promise<readonly ReadonlySet<Item>[]>;

/**
 * Applies many queries at once and returns what each matches, by key. If a statement fails, its queries are asked one by one,
 * so that a query that is invalid or slow does not affect the others.
 * @param onInvalid receives the key of each invalid query, with the error
 * @throws errors after which asking can be repeated
 */
export async function matchQueries<Item>(
  match: MatchEach<Item>,
  queries: ReadonlyMap<string, ItemQuery<Item>>,
  onInvalid: (key: string, error: DomainError) => void,
): Promise<ReadonlyMap<string, ReadonlySet<Item>>> {
  const found = new Map<string, ReadonlySet<Item>>();
  const entries = [...queries];
  const matchBatch = async (batch: typeof entries) => {
    const items = new Set(batch.flatMap(([, { of }]) => [...of]));
    const queryList = batch.map(([, { query }]) => query);
    const results = await match(queryList, [...items]);
    for (const [at, [key]] of batch.entries()) found.set(key, results[at] ?? new Set());
  };
  const matchSingle = async (entry: (typeof entries)[number]) => {
    try {
      await matchBatch([entry]);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'ERROR_INVALID_QUERY') throw error;
      onInvalid(entry[0], error);
    }
  };
  for (let at = 0; at < entries.length; at += MAX_QUERIES) {
    const batch = entries.slice(at, at + MAX_QUERIES);
    try {
      await matchBatch(batch);
    } catch (error) {
      if (isIndependentOfQuery(error)) throw error;
      for (const each of batch) await matchSingle(each);
    }
  }
  return found;
}

/** Whether the error does not depend on the query: it would occur with each of them. */
function isIndependentOfQuery(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'ERROR_RATE_LIMITED';
  return isDatabaseUnavailable(error);
}
