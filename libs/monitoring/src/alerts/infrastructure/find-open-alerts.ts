import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { requireCondition } from '#shared/query/filter.js';
import { OPEN_ALERTS } from './alert-resource.js';

const MAX_CHANGED_ALERTS = 10_000;
/** It holds the lock of the webhook, so it must be short. */
export const ALERTS_PER_TRANSACTION = 1_000;

interface OpenAlerts {
  readonly count: number;
  /** The ids of the alerts, by webhook. */
  readonly byWebhook: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds the open alerts that a query of a user selects, to change all of them.
 * @param all whether a query without conditions is meant
 * @param changed what is done to the alerts, as a participle
 * @throws ERROR_INVALID_QUERY; ERROR_INVALID_PARAMETER without a condition, and for too many alerts
 */
export async function findOpenAlerts(
  engine: QueryEngine,
  { domain_id }: Scope,
  query: unknown,
  all: boolean | undefined,
  changed: string,
): Promise<OpenAlerts> {
  requireCondition(query, all, { k: 'severity', v: 'WARNING', o: 'eq' });
  const columns = ['alert_id', 'webhook_id'];
  const search = { domain_id, query, columns, limit: MAX_CHANGED_ALERTS };
  const found = await engine.findAll<{ alert_id: string; webhook_id: string }>(OPEN_ALERTS, search);
  if (found.length > MAX_CHANGED_ALERTS) {
    const [count, limit] = [Number(found[0]?.total), MAX_CHANGED_ALERTS].map((number) =>
      number.toLocaleString('en'),
    );
    throw DomainError.invalid('query', `finds ${count} open alerts; at most ${limit} are ${changed} at once`);
  }
  const byWebhook = Map.groupBy(found, ({ webhook_id }) => webhook_id);
  return {
    count: found.length,
    byWebhook: new Map(
      [...byWebhook].map(([webhook_id, rows]) => [webhook_id, rows.map(({ alert_id }) => alert_id)]),
    ),
  };
}
