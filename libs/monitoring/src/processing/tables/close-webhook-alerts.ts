import type { ClientBase } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { hashKey, findCalm } from '../domain/alarm.js';
import type { FlapSettings } from '../../webhooks/domain/webhook-settings.js';
import { COUNTED_COLUMNS, countAlerts, type CountedAlert } from './count-alerts.js';
import type { Severity } from '#senders/plugin-api/event.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import { LOCK_FEED, lockCursor } from '../../intake/tables/lock-cursor.js';
import { unpackOpenings } from './pack-state.js';
import { IS_ACKNOWLEDGEMENT_OVER, withdrawExpired, type EndedAlert } from './update-acknowledgements.js';
import { writeAlertChanges } from './write-alert-changes.js';

/** A webhook with open alerts that no alarm will resolve. */
export interface AlertClosure extends DeliveryTarget {
  readonly reason: 'STALE' | 'WEBHOOK_DELETED';
  /** Seconds without an alarm after which an alert is stale. */
  readonly stale_after: number;
  readonly flap: FlapSettings | null;
}

/**
 * Closes at most `limit` open alerts of a webhook, in the caller's transaction. Pending deliveries take precedence:
 * alerts of a deleted webhook are closed only when no delivery is pending, and the age of an alert is measured at the
 * arrival of the oldest pending delivery.
 * @returns the number of closed alerts; 0 also while another process holds the webhook
 */
export async function closeWebhookAlerts(
  client: ClientBase,
  closure: AlertClosure,
  limit: number,
): Promise<number> {
  if (!(await isDistributed(client))) await client.query(LOCK_FEED);
  if (!(await lockCursor(client, closure))) return 0;
  const ids = await findAlertsToClose(client, closure, limit);
  if (ids.length > 0) await closeAlerts(client, closure, ids);
  return ids.length;
}

async function findAlertsToClose(
  client: ClientBase,
  { domain_id, uuid, reason, stale_after }: AlertClosure,
  limit: number,
): Promise<string[]> {
  const missing = await findHeartbeatAlerts(client, uuid);
  const { rows } = await client.query<{ alert_id: string }>({
    name: 'find alerts to close',
    text: `
      with waiting as (
        select (select received_at from delivery_segment
          where domain_id = $1 and webhook_id = $2 and processed_at is null order by seq limit 1) as since
      ), limits as (
        select case
          when $3 = 'STALE' then least(statement_timestamp(), since) - $4 * interval '1 s'
          when since is null then 'infinity'::timestamptz end as before
        from waiting
      )
      select alert_id from limits join alert on opened_at < before and last_received_at < before
      where domain_id = $1 and webhook_id = $2 and state = 'OPEN' and alert_id <> all ($6::uuid[])
      order by opened_at limit $5`,
    values: [domain_id, uuid, reason, stale_after, limit, missing],
  });
  return rows.map(({ alert_id }) => alert_id);
}

/**
 * Finds the alerts of missing heartbeats. They stay open: closing them would report that the heartbeat is back. A
 * separate query, because on a cluster heartbeats and alerts are on different machines.
 */
async function findHeartbeatAlerts(client: ClientBase, uuid: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ alert_id: string }>({
    name: 'find alerts of missing heartbeats',
    text: `
      select alert_id from heartbeat
      where webhook_id = $1 and state = 'MISSING' and alert_id is not null`,
    values: [uuid],
  });
  return rows.map(({ alert_id }) => alert_id);
}

interface ClosedAlert extends CountedAlert, EndedAlert {
  readonly event_key: string;
  readonly severity: Severity;
  readonly resolved_at: Date;
}

async function closeAlerts(
  client: ClientBase,
  { domain_id, uuid, reason, flap }: AlertClosure,
  alertIds: readonly string[],
): Promise<void> {
  const { rows } = await client.query<ClosedAlert>({
    name: 'close alerts',
    text: `
      update alert set state = 'RESOLVED', resolved_reason = $3, resolved_at = statement_timestamp()
      where domain_id = $1 and alert_id = any ($2::uuid[])
      returning alert_id, event_key, resolved_at, ${COUNTED_COLUMNS}, ${IS_ACKNOWLEDGEMENT_OVER}`,
    values: [domain_id, alertIds, reason],
  });
  const { rows: states } = await client.query<{ alert_id: string; openings: string }>({
    name: 'forget alerts',
    text: `
      update alarm_state set
        open = false, last_received_at = greatest(alarm_state.last_received_at, closed.resolved_at)
      from unnest($3::text[], $4::uuid[], $5::timestamptz[]) as closed (key_hash, alert_id, resolved_at)
      where alarm_state.domain_id = $1 and alarm_state.webhook_id = $2
        and alarm_state.key_hash = decode(closed.key_hash, 'hex') and alarm_state.alert_id = closed.alert_id
      returning alarm_state.alert_id, encode(openings, 'hex') as openings`,
    values: [
      domain_id,
      uuid,
      rows.map(({ event_key }) => hashKey(event_key)),
      rows.map(({ alert_id }) => alert_id),
      rows.map(({ resolved_at }) => resolved_at),
    ],
  });
  const openings = new Map(states.map((state) => [state.alert_id, unpackOpenings(state.openings)]));
  const closed = {
    kind: 'resolved',
    state: 'RESOLVED',
    state_before: 'OPEN',
    event_id: null,
    actor: null,
  } as const;
  await writeAlertChanges(
    client,
    domain_id,
    rows.map(({ alert_id, severity, resolved_at }) => {
      const calm_at = findCalm(openings.get(alert_id) ?? [], resolved_at, flap);
      return {
        ...closed,
        alert_id,
        severity,
        severity_before: severity,
        calm_at,
        flapping: calm_at !== null,
      };
    }),
  );
  await withdrawExpired(client, domain_id, rows);
  if (await isDistributed(client)) {
    const before = rows.map((row) => ({ ...row, state: 'OPEN' }));
    await countAlerts(client, before, rows);
  }
}
