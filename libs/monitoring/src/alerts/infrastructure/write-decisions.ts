import type { ClientBase } from 'pg';
import type { Scope } from '#shared/kernel/scope.js';
import type { Severity } from '#senders/plugin-api/event.js';
import { formatId } from '#shared/kernel/ids.js';
import { recordChanges } from '#shared/platform/audit/record-change.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import type { Decision } from '../domain/acknowledgement.js';
import { writeAlertChanges } from '../../persistence/write-alert-changes.js';

interface DecidedAlert {
  readonly alert_id: string;
  readonly project_id: string;
  readonly severity: Severity;
}

/** What is so already is not written again. */
const ACKNOWLEDGE = `
  update alert set acknowledged = true, acknowledged_at = statement_timestamp(), acknowledged_by = $4,
    comment = $5, acknowledged_until = $6
  where domain_id = $1 and webhook_id = $2 and alert_id = any ($3::uuid[]) and state = 'OPEN'
    and not (acknowledged and acknowledged_by = $4
      and comment is not distinct from $5 and acknowledged_until is not distinct from $6::timestamptz(3))
  returning alert_id, project_id, severity`;
const CLEARED = `
  acknowledged = false, acknowledged_at = null, acknowledged_by = null, comment = null, acknowledged_until = null`;
const UNACKNOWLEDGE = `
  update alert set ${CLEARED}
  where domain_id = $1 and webhook_id = $2 and alert_id = any ($3::uuid[]) and state = 'OPEN' and acknowledged
  returning alert_id, project_id, severity`;
const EXPIRE = `
  update alert set ${CLEARED}
  where domain_id = $1 and alert_id = any (array(
    select alert_id from alert
    where domain_id = $1 and webhook_id = $2 and acknowledged and state = 'OPEN'
      and acknowledged_until <= statement_timestamp()
    order by acknowledged_until limit $3))
  returning alert_id, project_id, severity`;

/** In a transaction that holds the webhook. Alerts that are not open, or are so already, stay as they are. */
export async function writeDecision(
  client: ClientBase,
  scope: Scope,
  webhook: DeliveryTarget,
  alertIds: readonly string[],
  { acknowledged, by, comment, until }: Decision,
): Promise<void> {
  const values = [webhook.domain_id, webhook.uuid, alertIds];
  const { rows } = await client.query<DecidedAlert>(
    acknowledged
      ? { name: 'acknowledge alerts', text: ACKNOWLEDGE, values: [...values, by, comment, until] }
      : { name: 'unacknowledge alerts', text: UNACKNOWLEDGE, values },
  );
  await tellOf(client, webhook, rows, acknowledged, by);
  await recordChanges(
    client,
    scope,
    'alert',
    rows.map(({ alert_id }) => formatId('alert', alert_id)),
  );
}

/** As {@link writeDecision}. @returns how many */
export async function writeExpiry(
  client: ClientBase,
  webhook: DeliveryTarget,
  limit: number,
): Promise<number> {
  const { rows } = await client.query<DecidedAlert>({
    name: 'expire acknowledgements',
    text: EXPIRE,
    values: [webhook.domain_id, webhook.uuid, limit],
  });
  await tellOf(client, webhook, rows, false, null);
  return rows.length;
}

async function tellOf(
  client: ClientBase,
  { uuid: webhook_id, domain_id }: DeliveryTarget,
  alerts: readonly DecidedAlert[],
  acknowledged: boolean,
  actor: string | null,
): Promise<void> {
  const change = {
    kind: acknowledged ? 'acknowledged' : 'unacknowledged',
    state_before: 'OPEN',
    state: 'OPEN',
    event_id: null,
    actor,
  } as const;
  await writeAlertChanges(
    client,
    alerts.map((alert) => ({ ...alert, ...change, severity_before: alert.severity, webhook_id, domain_id })),
  );
}
