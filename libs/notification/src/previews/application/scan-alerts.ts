import type { AlertInfo, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { PreviewBudget } from './preview-budget.js';

/** The maximum number of alerts of a filter. */
const MAX_ALERTS = 5_000;

interface Asked<Field> {
  readonly domain_id: string;
  readonly query: object | undefined;
  readonly fields: readonly Field[];
}

/** Reads the newest alerts that a query finds, as far as the budget lasts. Returns whether these are all. @throws ERROR_INVALID_QUERY */
export async function scanAlerts<Field extends keyof AlertInfo>(
  queries: AlertQueries,
  budget: PreviewBudget,
  { domain_id, query, fields }: Asked<Field>,
  onAlert: (alert: Pick<AlertInfo, Field>) => void,
): Promise<boolean> {
  budget.check();
  const { alerts, characters } = budget.rest;
  const limits = { alerts: Math.min(MAX_ALERTS, alerts), characters, signal: budget.signal, fields };
  const read = await queries.scan(domain_id, query, limits, onAlert);
  budget.spend(read.alerts, read.characters);
  budget.check();
  return read.complete;
}
