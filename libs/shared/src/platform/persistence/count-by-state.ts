import type { Scope } from '../../kernel/scope.js';
import type { Resource } from '../../query/resource.js';
import type { StatisticsResult } from '../../query/statistics.js';
import type { QueryEngine } from './query-engine.js';

const BY_STATE = {
  aggregate: [{ group: { keys: [{ key: 'state' }], fields: [{ name: 'count', operator: 'count' }] } }],
};

/** Returns the number of records in each state, including states without records. */
export async function countByState(
  engine: QueryEngine,
  resource: Resource,
  states: readonly string[],
  scope: Scope,
  signal?: AbortSignal,
): Promise<StatisticsResult> {
  const { results } = await engine.stat(resource, { scope, query: BY_STATE }, signal);
  const counted = results as readonly { readonly state: string; readonly count: number }[];
  return {
    results: states.map((state) => counted.find((each) => each.state === state) ?? { state, count: 0 }),
  };
}
