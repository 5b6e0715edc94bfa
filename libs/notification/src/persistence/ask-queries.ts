import { DomainError } from '#shared/kernel/domain-error.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';

/** The maximum number of queries in one statement. */
const QUERIES = 100;

export interface AskedQuery<Asked> {
  readonly query: object;
  /** The items whose answer is needed. The query may be applied to others as well. */
  readonly of: ReadonlySet<Asked>;
}

/** Returns, for each query, the items that it matches. A single query that cannot be asked makes the call fail. */
export type MatchEach<Asked> = (
  queries: readonly object[],
  asked: readonly Asked[],
) => Promise<readonly ReadonlySet<Asked>[]>;

/**
 * Applies many queries at once and returns what each matches, by key. If a statement fails, its queries are asked one by one,
 * so that a query that is invalid or slow does not affect the others.
 * @param refuse receives the key of each invalid query, with the error
 * @throws errors after which asking can be repeated
 */
export async function askQueries<Asked>(
  match: MatchEach<Asked>,
  asked: ReadonlyMap<string, AskedQuery<Asked>>,
  refuse: (key: string, error: DomainError) => void,
): Promise<ReadonlyMap<string, ReadonlySet<Asked>>> {
  const found = new Map<string, ReadonlySet<Asked>>();
  const all = [...asked];
  const ask = async (some: typeof all) => {
    const those = new Set(some.flatMap(([, { of }]) => [...of]));
    const queries = some.map(([, { query }]) => query);
    const answers = await match(queries, [...those]);
    for (const [at, [key]] of some.entries()) found.set(key, answers[at] ?? new Set());
  };
  const askApart = async (each: (typeof all)[number]) => {
    try {
      await ask([each]);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'ERROR_INVALID_QUERY') throw error;
      refuse(each[0], error);
    }
  };
  for (let at = 0; at < all.length; at += QUERIES) {
    const some = all.slice(at, at + QUERIES);
    try {
      await ask(some);
    } catch (error) {
      if (isOfNoQuery(error)) throw error;
      for (const each of some) await askApart(each);
    }
  }
  return found;
}

/** Whether the error does not depend on the query: it would occur with each of them. */
function isOfNoQuery(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'ERROR_RATE_LIMITED';
  return isDatabaseUnavailable(error);
}
