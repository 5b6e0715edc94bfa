import type { AlertFilter } from './subscription.js';

/** The query of alerts that decides what is sent; `undefined` when all of the domain is. */
export function queryOf({ filter, filter_or }: AlertFilter, project_id: string | null): object | undefined {
  const ofProject = project_id === null ? [] : [{ k: 'project_id', v: project_id, o: 'eq' }];
  const all = [...ofProject, ...filter];
  return all.length + filter_or.length === 0 ? undefined : { filter: all, filter_or };
}
