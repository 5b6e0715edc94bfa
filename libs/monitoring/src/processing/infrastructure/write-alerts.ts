import type { PoolClient } from 'pg';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import type { AlertChange } from '../domain/fold.js';
import { COUNTED, countChanged } from '../../persistence/count-alerts.js';
import { booleans, integers, texts, times, uuids } from '#shared/platform/persistence/binary-arrays.js';
import { splitNew, type OnConflict } from './on-conflict.js';
import { writePortions } from './write-portions.js';

const IS_NEWER = `excluded.face_at >= coalesce(stored.face_at, '-infinity')`;
const INSERT = `
  insert into alert as stored (
    domain_id, webhook_id, project_id, alert_id, event_key, state, resolved_reason, severity, title,
    resource_id, resource_type, resource_name, opened_at, resolved_at, last_received_at,
    event_count, duplicate_count, face_at)
  select $1, ($2::uuid[])[place], ($3::text[])[place], alert_id, event_key,
    case when open then 'OPEN' else 'RESOLVED' end, case when not open then 'RECOVERY' end,
    severity, title, resource_id, resource_type, resource_name,
    opened_at, resolved_at, last_received_at, event_count, duplicate_count, face_at
  from (
    select unnest($4::int[]) as place, unnest($5::uuid[]) as alert_id, unnest($6::text[]) as event_key,
      unnest($7::bool[]) as open, unnest($8::text[]) as severity, unnest($9::text[]) as title,
      unnest($10::text[]) as resource_id, unnest($11::text[]) as resource_type,
      unnest($12::text[]) as resource_name, unnest($13::timestamptz[]) as opened_at,
      unnest($14::timestamptz[]) as resolved_at, unnest($15::timestamptz[]) as last_received_at,
      unnest($16::int[]) as event_count, unnest($17::int[]) as duplicate_count,
      unnest($18::timestamptz[]) as face_at
  ) as change`;
const WRITE = `${INSERT}
  on conflict (domain_id, alert_id) do update set
    state = excluded.state,
    resolved_reason = case when excluded.state = stored.state and excluded.resolved_at is null
      then stored.resolved_reason else excluded.resolved_reason end,
    severity = case when ${IS_NEWER} then excluded.severity else stored.severity end,
    title = case when ${IS_NEWER} then excluded.title else stored.title end,
    resource_id = case when ${IS_NEWER} then excluded.resource_id else stored.resource_id end,
    resource_type = case when ${IS_NEWER} then excluded.resource_type else stored.resource_type end,
    resource_name = case when ${IS_NEWER} then excluded.resource_name else stored.resource_name end,
    face_at = greatest(excluded.face_at, stored.face_at),
    opened_at = least(excluded.opened_at, stored.opened_at),
    resolved_at = case when excluded.state = 'RESOLVED' then coalesce(excluded.resolved_at, stored.resolved_at) end,
    last_received_at = greatest(excluded.last_received_at, stored.last_received_at),
    event_count = stored.event_count + excluded.event_count,
    duplicate_count = stored.duplicate_count + excluded.duplicate_count`;

/** The webhook's lock guards its alerts: between reading how they are and writing them nobody changes them. */
const WRITE_AND_COUNT = `
  with before as materialized (
    select ${COUNTED} from alert where domain_id = $1 and alert_id = any ($5::uuid[])
  ), written as (
    ${WRITE} returning ${COUNTED}
  )
  ${countChanged(`select ${COUNTED}, 1 as n from written union all select ${COUNTED}, -1 as n from before`)}`;

/** What changed of the alerts of one webhook. */
export interface WebhookAlerts {
  readonly webhook: ProcessedWebhook;
  readonly alerts: readonly AlertChange[];
}

/** Of one domain. */
export async function writeAlerts(
  client: PoolClient,
  all: readonly WebhookAlerts[],
  onConflict: OnConflict = 'ignore',
): Promise<void> {
  const some = all.filter(({ alerts }) => alerts.length > 0);
  // In one order in every transaction, so that no two can wait for each other.
  const changes = some
    .flatMap(({ alerts }, at) => alerts.map((change) => ({ change, place: at + 1 })))
    .toSorted((a, b) => (a.change.alert_id < b.change.alert_id ? -1 : 1));
  const webhooks = some.map(({ webhook }) => webhook);
  const distributed = await isDistributed(client);
  const { fresh, others } = splitNew(
    changes,
    ({ change }) => change.isNew,
    distributed ? 'ignore' : onConflict,
  );
  const valuesOf = (placed: readonly PlacedChange[]) => valuesFor(webhooks, placed);
  await writePortions(client, fresh, { name: 'insert alerts', text: INSERT, valuesOf });
  await writePortions(client, others, {
    name: 'write alerts',
    text: distributed ? WRITE_AND_COUNT : WRITE,
    valuesOf,
  });
}

/** `place`: which of the webhooks it is of, as PostgreSQL counts. */
interface PlacedChange {
  readonly change: AlertChange;
  readonly place: number;
}

function valuesFor(webhooks: readonly ProcessedWebhook[], changes: readonly PlacedChange[]): unknown[] {
  const alerts = changes.map(({ change }) => change);
  const shown = alerts.map(({ face, fallback }) => face ?? fallback);
  return [
    webhooks[0]?.domain_id,
    webhooks.map(({ uuid }) => uuid),
    webhooks.map(({ project_id }) => project_id),
    integers(changes.map(({ place }) => place)),
    uuids(alerts.map(({ alert_id }) => alert_id)),
    texts(alerts.map(({ event_key }) => event_key)),
    booleans(alerts.map(({ open }) => open)),
    texts(shown.map(({ severity }) => severity)),
    texts(shown.map(({ title }) => title)),
    texts(shown.map(({ resource_id }) => resource_id)),
    texts(shown.map(({ resource_type }) => resource_type)),
    texts(shown.map(({ resource_name }) => resource_name)),
    times(alerts.map(({ opened_at }) => opened_at)),
    times(alerts.map(({ resolved_at }) => resolved_at)),
    times(alerts.map(({ last_received_at }) => last_received_at)),
    integers(alerts.map(({ event_count }) => event_count)),
    integers(alerts.map(({ duplicate_count }) => duplicate_count)),
    times(alerts.map(({ face_at }) => face_at)),
  ];
}
