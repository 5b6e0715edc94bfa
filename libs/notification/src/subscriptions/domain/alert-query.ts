import type { AlertFilter } from './subscription.js';

/** Returns the query of alerts that a subscription or silence applies; `undefined` if it matches everything in the domain. */
export function buildAlertQuery(
  { filter, filter_or }: AlertFilter,
  project_id: string | null,
): object | undefined {
  const projectCondition = project_id === null ? [] : [{ k: 'project_id', v: project_id, o: 'eq' }];
  const conditions = [...projectCondition, ...filter];
  return conditions.length + filter_or.length === 0 ? undefined : { filter: conditions, filter_or };
}
