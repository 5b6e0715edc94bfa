import { DomainError } from '#shared/kernel/domain-error.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';

/** In one statement. */
const QUERIES = 100;

export interface AskedQuery<Asked> {
  readonly query: object;
  /** Those that matter: it may be asked of others as well. */
  readonly of: ReadonlySet<Asked>;
}

/** What each query finds of those that are asked for. One that cannot be asked fails all of them. */
export type MatchEach<Asked> = (
  queries: readonly object[],
  asked: readonly Asked[],
) => Promise<readonly ReadonlySet<Asked>[]>;

/**
 * What each query finds, by its key, asked of many at once. When that fails they are asked one by one, so that one that
 * cannot be asked, or that makes the others take too long, is no reason for them to find nothing.
 * @param refuse is told which query cannot be asked at all, and why
 * @throws what can be asked again later
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

/** It would be the same with each of them. */
function isOfNoQuery(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'ERROR_RATE_LIMITED';
  return isDatabaseUnavailable(error);
}
