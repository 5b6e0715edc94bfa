import type { ClientBase } from 'pg';
import type { Scope } from '#shared/kernel/scope.js';
import { formatId } from '#shared/kernel/ids.js';
import { recordChanges } from '#shared/platform/audit/record-change.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import type { Decision } from '../domain/acknowledgement.js';
import { markHasDecisions, updateAcknowledgements } from '../../processing/tables/update-acknowledgements.js';

/** Also written for alerts that are in this state already: an earlier decision by a user of the sender may still be pending. */
const INSERT_DECISIONS = `
  insert into alert_decision (domain_id, webhook_id, event_key, decided_at, received_at, decision_id, alert_id,
    acknowledged, actor, comment, until)
  select domain_id, webhook_id, event_key, statement_timestamp(), statement_timestamp(), gen_random_uuid(), alert_id,
    $4::bool, $5, $6, $7::timestamptz
  from alert
  where domain_id = $1 and webhook_id = $2 and alert_id = any ($3::uuid[]) and state = 'OPEN'`;
const FIND_EXPIRED = `
  select alert_id from alert
  where domain_id = $1 and webhook_id = $2 and acknowledged and state = 'OPEN'
    and acknowledged_until <= statement_timestamp()
  order by acknowledged_until limit $3`;

/** Writes a decision. The caller's transaction holds the lock of the webhook. Skips alerts that are not open. */
export async function writeDecision(
  client: ClientBase,
  scope: Scope,
  { domain_id, uuid }: DeliveryTarget,
  alertIds: readonly string[],
  { acknowledged, by, comment, until }: Decision,
): Promise<void> {
  await client.query({
    name: 'decide of alerts',
    text: INSERT_DECISIONS,
    values: [domain_id, uuid, alertIds, acknowledged, by, comment, until],
  });
  await markHasDecisions(client, domain_id, [uuid]);
  const changed = await updateAcknowledgements(client, domain_id, alertIds);
  await recordChanges(
    client,
    scope,
    'alert',
    changed.map((alert_id) => formatId('alert', alert_id)),
  );
}

/** Settles alerts whose acknowledgement expired, under the lock of the webhook. @returns their number */
export async function expireAcknowledgements(
  client: ClientBase,
  { domain_id, uuid }: DeliveryTarget,
  limit: number,
): Promise<number> {
  const { rows } = await client.query<{ alert_id: string }>({
    name: 'find alerts of expired acknowledgements',
    text: FIND_EXPIRED,
    values: [domain_id, uuid, limit],
  });
  await updateAcknowledgements(
    client,
    domain_id,
    rows.map(({ alert_id }) => alert_id),
  );
  return rows.length;
}
