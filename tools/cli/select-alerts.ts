import type { Schemas } from '#client';
import type { Filter } from './arguments.js';
import { UsageError } from './explain.js';

type MatchQuery = Schemas['MatchQuery'];

interface Selection {
  readonly query?: MatchQuery | undefined;
  readonly filter?: Filter | undefined;
}

/** Returns the query that selects the alerts, or `undefined` if ids do. The service validates the query. */
export function requireSelection(
  ids: readonly string[],
  { query, filter }: Selection,
  argument: string,
): MatchQuery | undefined {
  const given = [ids.length > 0, query !== undefined, filter !== undefined].filter(Boolean).length;
  if (given !== 1) throw new UsageError(`give exactly one of ${argument}, --query and --filter`);
  return ids.length > 0 ? undefined : (query ?? filter);
}
