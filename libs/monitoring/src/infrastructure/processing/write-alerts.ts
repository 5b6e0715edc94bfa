import type { PoolClient } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import type { ProcessedWebhook } from '../../application/ports/processing-log.js';
import type { AlertChange } from '../../domain/fold.js';
import { COUNTED, countAlerts } from './count-alerts.js';

const WRITE = `
  insert into alert as stored (
    domain_id, webhook_id, project_id, alert_id, event_key, state, resolved_reason, severity, title,
    resource_id, resource_type, resource_name, opened_at, resolved_at, last_received_at,
    event_count, duplicate_count, face_at)
  select $1, $2::uuid, $3, alert_id, event_key,
    case when open then 'OPEN' else 'RESOLVED' end, case when not open then 'RECOVERY' end,
    severity, title, resource_id, resource_type, resource_name,
    opened_at, resolved_at, last_received_at, event_count, duplicate_count, face_at
  from unnest(
    $4::uuid[], $5::text[], $6::bool[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
    $12::timestamptz[], $13::timestamptz[], $14::timestamptz[], $15::int[], $16::int[], $17::timestamptz[])
    as change (alert_id, event_key, open, severity, title, resource_id, resource_type, resource_name,
      opened_at, resolved_at, last_received_at, event_count, duplicate_count, face_at)
  on conflict (domain_id, alert_id) do update set
    state = excluded.state,
    resolved_reason = case when excluded.state = stored.state then stored.resolved_reason
      else excluded.resolved_reason end,
    severity = case when excluded.face_at >= coalesce(stored.face_at, '-infinity') then excluded.severity else stored.severity end,
    title = case when excluded.face_at >= coalesce(stored.face_at, '-infinity') then excluded.title else stored.title end,
    resource_id = case when excluded.face_at >= coalesce(stored.face_at, '-infinity') then excluded.resource_id else stored.resource_id end,
    resource_type = case when excluded.face_at >= coalesce(stored.face_at, '-infinity') then excluded.resource_type else stored.resource_type end,
    resource_name = case when excluded.face_at >= coalesce(stored.face_at, '-infinity') then excluded.resource_name else stored.resource_name end,
    face_at = greatest(excluded.face_at, stored.face_at),
    opened_at = least(excluded.opened_at, stored.opened_at),
    resolved_at = case when excluded.state = 'RESOLVED' then coalesce(excluded.resolved_at, stored.resolved_at) end,
    last_received_at = greatest(excluded.last_received_at, stored.last_received_at),
    event_count = stored.event_count + excluded.event_count,
    duplicate_count = stored.duplicate_count + excluded.duplicate_count`;

/** The webhook's lock guards its alerts: between reading how they are and writing them nobody changes them. */
const WRITE_AND_COUNT = `
  with before as (
    select ${COUNTED} from alert where domain_id = $1 and alert_id = any ($4::uuid[])
  ), written as (
    ${WRITE} returning ${COUNTED}
  )
  ${countAlerts([`select ${COUNTED}, 1 as n from written`, `select ${COUNTED}, -1 as n from before`])}`;

export async function writeAlerts(
  client: PoolClient,
  webhook: ProcessedWebhook,
  changes: readonly AlertChange[],
): Promise<void> {
  if (changes.length === 0) return;
  // In one order in every transaction, so that no two can wait for each other.
  const alerts = changes.toSorted((a, b) => (a.alert_id < b.alert_id ? -1 : 1));
  const shown = alerts.map(({ face, fallback }) => face ?? fallback);
  await client.query({
    name: 'write alerts',
    text: (await isDistributed(client)) ? WRITE_AND_COUNT : WRITE,
    values: [
      webhook.domain_id,
      webhook.uuid,
      webhook.project_id,
      alerts.map(({ alert_id }) => alert_id),
      alerts.map(({ event_key }) => event_key),
      alerts.map(({ open }) => open),
      shown.map(({ severity }) => severity),
      shown.map(({ title }) => title),
      shown.map(({ resource_id }) => resource_id),
      shown.map(({ resource_type }) => resource_type),
      shown.map(({ resource_name }) => resource_name),
      alerts.map(({ opened_at }) => opened_at),
      alerts.map(({ resolved_at }) => resolved_at),
      alerts.map(({ last_received_at }) => last_received_at),
      alerts.map(({ event_count }) => event_count),
      alerts.map(({ duplicate_count }) => duplicate_count),
      alerts.map(({ face_at }) => face_at),
    ],
  });
}
