import type { PoolClient } from 'pg';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import { DECIDED_TEXTS, type Alarm } from '../domain/alarm.js';
import { charactersOf } from '../domain/delivery-budget.js';
import type { CorrelatedEvent } from '../domain/fold.js';
import { integers, jsonbs, texts, times, uuids } from '#shared/platform/persistence/binary-arrays.js';
import type { OnConflict } from './on-conflict.js';
import { writePortions } from './write-portions.js';

const IDS = ['event_id', 'delivery_id'] as const satisfies readonly (keyof Alarm)[];
const TIMES = ['created_at', 'occurred_at'] as const satisfies readonly (keyof Alarm)[];
const JSONS = ['raw_data', 'additional_info'] as const satisfies readonly (keyof Alarm)[];
const NAMES = [...IDS, ...DECIDED_TEXTS, ...TIMES, ...JSONS].join(', ');

/** In the select list, `unnest` streams its rows. In `from`, each result would be stored first. */
const FIRST = 8;
const SELECTED = [
  ...IDS.map((name) => [name, 'uuid']),
  ...DECIDED_TEXTS.map((name) => [name, 'text']),
  ...TIMES.map((name) => [name, 'timestamptz']),
  ...JSONS.map((name) => [name, 'jsonb']),
]
  .map(([name, type], index) => `unnest($${FIRST + index}::${type}[]) as ${name}`)
  .join(', ');

const writing = (onConflict: OnConflict) => `
  with written as (
    insert into event (
      domain_id, webhook_id, project_id, plugin_id, plugin_version, alert_id, ${NAMES})
    select $1, ($2::uuid[])[place], ($3::text[])[place], ($4::text[])[place], ($5::text[])[place], alert_id, ${NAMES}
    from (select unnest($6::int[]) as place, unnest($7::uuid[]) as alert_id, ${SELECTED}) as event
    ${onConflict === 'ignore' ? 'on conflict do nothing' : ''}
    returning event_id, webhook_id, project_id, event_type, severity, created_at
  ), fed as (
    insert into event_feed (domain_id, event_ids)
    select $1, array_agg(event_id) from written having count(*) > 0
  )
  insert into event_roll_up_delta (domain_id, webhook_id, project_id, event_type, severity, hour, count)
  select $1, webhook_id, project_id, event_type, severity,
    date_bin('1 hour', created_at, 'epoch'), count(*)
  from written group by 2, 3, 4, 5, 6`;

export interface WebhookEvents {
  readonly webhook: ProcessedWebhook;
  readonly events: readonly CorrelatedEvent[];
}

/**
 * Writes the events of webhooks of one domain, usually with one statement. An event whose id already exists stays unchanged, and
 * is neither counted nor sent to followers again.
 */
export async function writeEvents(
  client: PoolClient,
  all: readonly WebhookEvents[],
  onConflict: OnConflict = 'ignore',
): Promise<void> {
  const some = all.filter(({ events }) => events.length > 0);
  const webhooks = some.map(({ webhook }) => webhook);
  const placed = some.flatMap(({ events }, at) => events.map((event) => ({ event, place: at + 1 })));
  await writePortions(client, placed, {
    name: `write events, on conflict ${onConflict}`,
    text: writing(onConflict),
    valuesOf: (portion) => valuesFor(webhooks, portion),
    sizeOf: ({ event }) => charactersOf(event.alarm),
  });
}

/** `place`: index (from 1) of the webhook of the event. */
interface PlacedEvent {
  readonly event: CorrelatedEvent;
  readonly place: number;
}

function valuesFor(webhooks: readonly ProcessedWebhook[], placed: readonly PlacedEvent[]): unknown[] {
  const alarms = placed.map(({ event }) => event.alarm);
  return [
    webhooks[0]?.domain_id,
    webhooks.map(({ uuid }) => uuid),
    webhooks.map(({ project_id }) => project_id),
    webhooks.map(({ plugin_id }) => plugin_id),
    webhooks.map(({ plugin_version }) => plugin_version),
    integers(placed.map(({ place }) => place)),
    uuids(placed.map(({ event }) => event.alert_id)),
    ...IDS.map((name) => uuids(alarms.map((alarm) => alarm[name]))),
    ...DECIDED_TEXTS.map((name) => texts(alarms.map((alarm) => alarm[name]))),
    ...TIMES.map((name) => times(alarms.map((alarm) => alarm[name] ?? alarm.created_at))),
    ...JSONS.map((name) => jsonbs(alarms.map((alarm) => alarm[name]))),
  ];
}
