import { DomainError } from '#shared/kernel/domain-error.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';

/** The maximum number of queries in one statement. */
const MAX_QUERIES = 100;

export interface QueryCandidate<Item> {
  /** `undefined`: it matches everything. */
  readonly query: object | undefined;
  /** The items that the query is applied to. */
  readonly items: readonly Item[];
}

/** Returns, for each query, the items that it matches. A single query that cannot be asked makes the call fail. */
export type MatchEach<Item> = (
  queries: readonly object[],
  asked: readonly Item[],
) => Promise<readonly ReadonlySet<Item>[]>;

/**
 * Applies many queries at once, equal ones only once, and returns the items that match, by candidate. If a statement fails, its
 * queries are asked one by one, so that a query that is invalid or slow does not affect the others.
 * @param onInvalid receives the candidates of each invalid query, with the error
 * @throws errors after which asking can be repeated
 */
export async function matchQueries<Item, Candidate extends QueryCandidate<Item>>(
  match: MatchEach<Item>,
  candidates: readonly Candidate[],
  onInvalid: (candidates: readonly Candidate[], error: DomainError) => void,
): Promise<ReadonlyMap<Candidate, readonly Item[]>> {
  const asked = candidates.filter(({ query, items }) => query !== undefined && items.length > 0);
  const groups = [...Map.groupBy(asked, ({ query }) => JSON.stringify(query)).values()];
  const matching = new Map<Candidate, ReadonlySet<Item>>();
  const matchBatch = async (batch: typeof groups) => {
    const items = new Set(batch.flat().flatMap((candidate) => candidate.items));
    const queries = batch.flatMap(([first]) => first?.query ?? []);
    const results = await match(queries, [...items]);
    for (const [at, group] of batch.entries())
      for (const candidate of group) matching.set(candidate, results[at] ?? new Set());
  };
  const matchSingle = async (group: readonly Candidate[]) => {
    try {
      await matchBatch([[...group]]);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'ERROR_INVALID_QUERY') throw error;
      onInvalid(group, error);
    }
  };
  for (let at = 0; at < groups.length; at += MAX_QUERIES) {
    const batch = groups.slice(at, at + MAX_QUERIES);
    try {
      await matchBatch(batch);
    } catch (error) {
      if (isIndependentOfQuery(error)) throw error;
      for (const group of batch) await matchSingle(group);
    }
  }
  return new Map(
    candidates.map((candidate) => {
      const { query, items } = candidate;
      const isMatched = (item: Item) => query === undefined || matching.get(candidate)?.has(item) === true;
      return [candidate, items.filter(isMatched)];
    }),
  );
}

/** Whether the error does not depend on the query: it would occur with each of them. */
function isIndependentOfQuery(error: unknown): boolean {
  if (error instanceof DomainError)
    return error.code === 'ERROR_RATE_LIMITED' || error.code === 'ERROR_UNAVAILABLE';
  return isDatabaseUnavailable(error);
}
