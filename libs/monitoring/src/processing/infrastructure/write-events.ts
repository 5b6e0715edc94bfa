import type { PoolClient } from 'pg';
import {
  encodeIntegers,
  encodeJsonbs,
  encodeTexts,
  encodeTimes,
  encodeUuids,
  splitRows,
} from '#shared/platform/persistence/binary-arrays.js';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import { PLUGIN_TEXT_COLUMNS, type Alarm, findEventStart } from '../domain/alarm.js';
import { countCharacters } from '../domain/parse-alarms.js';
import { STORED_LABELS } from '../../events/domain/event-record.js';
import type { CorrelatedEvent } from '../domain/correlation.js';

/**
 * How an insert handles a row that already exists. The check for it costs the database a twentieth of an event, a fifth of an
 * alert and more than half of a state. New rows are therefore inserted with `fail`; if that fails, the whole batch is written
 * again with `ignore`.
 */
export type OnConflict = 'ignore' | 'fail';

/** If there are fewer new rows than this, they go with the others: a separate statement would cost more than it saves. */
const MIN_NEW_ROWS = 20;

/** Splits rows into those to insert without a check, and those that may exist already. */
export function splitNewRows<Row>(
  rows: readonly Row[],
  isNew: (row: Row) => boolean,
  onConflict: OnConflict,
): { readonly newRows: readonly Row[]; readonly otherRows: readonly Row[] } {
  if (onConflict === 'ignore') return { newRows: [], otherRows: rows };
  const fresh = rows.filter(isNew);
  if (fresh.length === rows.length) return { newRows: fresh, otherRows: [] };
  if (fresh.length < MIN_NEW_ROWS) return { newRows: [], otherRows: rows };
  return { newRows: fresh, otherRows: rows.filter((row) => !isNew(row)) };
}

const ID_COLUMNS = ['event_id', 'delivery_id'] as const satisfies readonly (keyof Alarm)[];
const TIME_COLUMNS = ['created_at', 'occurred_at'] as const satisfies readonly (keyof Alarm)[];
const JSON_COLUMNS = ['raw_data', 'additional_info'] as const satisfies readonly (keyof Alarm)[];
const COLUMN_NAMES = [
  ...ID_COLUMNS,
  ...PLUGIN_TEXT_COLUMNS,
  ...TIME_COLUMNS,
  ...JSON_COLUMNS,
  'started_at',
  'links',
].join(', ');

/** In the select list, `unnest` streams its rows. In `from`, each result would be stored first. */
const FIRST_PARAMETER = 9;
const SELECT_LIST = [
  ...ID_COLUMNS.map((name) => [name, 'uuid']),
  ...PLUGIN_TEXT_COLUMNS.map((name) => [name, 'text']),
  ...TIME_COLUMNS.map((name) => [name, 'timestamptz']),
  ...JSON_COLUMNS.map((name) => [name, 'jsonb']),
  ['started_at', 'timestamptz'],
  ['labels', 'jsonb'],
  ['links', 'jsonb'],
]
  .map(([name, type], index) => `unnest($${FIRST_PARAMETER + index}::${type}[]) as ${name}`)
  .join(', ');

const insertStatement = (onConflict: OnConflict) => `
  with written as (
    insert into event (
      domain_id, webhook_id, project_id, plugin_id, plugin_version, webhook_name, alert_id, labels, ${COLUMN_NAMES})
    select $1, ($2::uuid[])[place], ($3::text[])[place], ($4::text[])[place], ($5::text[])[place], ($6::text[])[place],
      alert_id, ${STORED_LABELS}, ${COLUMN_NAMES}
    from (select unnest($7::int[]) as place, unnest($8::uuid[]) as alert_id, ${SELECT_LIST}) as event
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
  onConflict: OnConflict,
): Promise<void> {
  const nonEmpty = all.filter(({ events }) => events.length > 0);
  const webhooks = nonEmpty.map(({ webhook }) => webhook);
  const placed = nonEmpty.flatMap(({ events }, at) =>
    events.map((event) => ({ event, webhookIndex: at + 1 })),
  );
  await writePortions(client, placed, {
    name: `write events, on conflict ${onConflict}`,
    text: insertStatement(onConflict),
    valuesOf: (portion) => toParameters(webhooks, portion),
    sizeOf: ({ event }) => countCharacters(event.alarm),
  });
}

/** `place`: index (from 1) of the webhook of the event. */
interface PlacedEvent {
  readonly event: CorrelatedEvent;
  readonly webhookIndex: number;
}

function toParameters(webhooks: readonly ProcessedWebhook[], placed: readonly PlacedEvent[]): unknown[] {
  const alarms = placed.map(({ event }) => event.alarm);
  return [
    webhooks[0]?.domain_id,
    webhooks.map(({ uuid }) => uuid),
    webhooks.map(({ project_id }) => project_id),
    webhooks.map(({ plugin_id }) => plugin_id),
    webhooks.map(({ plugin_version }) => plugin_version),
    webhooks.map(({ name }) => name),
    encodeIntegers(placed.map(({ webhookIndex }) => webhookIndex)),
    encodeUuids(placed.map(({ event }) => event.alert_id)),
    ...ID_COLUMNS.map((name) => encodeUuids(alarms.map((alarm) => alarm[name]))),
    ...PLUGIN_TEXT_COLUMNS.map((name) => encodeTexts(alarms.map((alarm) => alarm[name]))),
    ...TIME_COLUMNS.map((name) => encodeTimes(alarms.map((alarm) => alarm[name] ?? alarm.created_at))),
    ...JSON_COLUMNS.map((name) => encodeJsonbs(alarms.map((alarm) => alarm[name]))),
    encodeTimes(
      alarms.map((alarm) =>
        alarm.event_type === 'RECOVERY' ? findEventStart(alarm, alarm.created_at) : null,
      ),
    ),
    encodeJsonbs(
      placed.map(({ event, webhookIndex }) => encodeLabels(event.alarm, webhooks[webhookIndex - 1])),
    ),
    encodeJsonbs(alarms.map(({ links }) => encodeLinks(links))),
  ];
}

/** An alarm belongs to one webhook; its labels are written with the event and with the alert. */
const encodedLabels = new WeakMap<Alarm, string | null>();

/** Returns the labels of an alarm as JSON, with those of its webhook over them. `null`: none. */
export function encodeLabels(alarm: Alarm, webhook: ProcessedWebhook | undefined): string | null {
  const known = encodedLabels.get(alarm);
  if (known !== undefined) return known;
  const all = { ...alarm.labels, ...webhook?.settings.labels };
  const encoded = Object.keys(all).length === 0 ? null : JSON.stringify(all);
  encodedLabels.set(alarm, encoded);
  return encoded;
}

/** Returns links as JSON. `null`: none. */
export function encodeLinks(links: Alarm['links']): string | null {
  return links.length === 0 ? null : JSON.stringify(links);
}

interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly valuesOf: (rows: readonly Row[]) => unknown[];
  /** Returns the size in characters. Given if rows may be large. */
  readonly sizeOf?: (row: Row) => number;
}

/** Executes the statement once per portion of the rows: usually once, and never without rows. */
export async function writePortions<Row>(
  client: PoolClient,
  rows: readonly Row[],
  { name, text, valuesOf, sizeOf }: Statement<Row>,
): Promise<void> {
  for (const [from, to] of splitRows(rows, sizeOf))
    await client.query({ name, text, values: valuesOf(rows.slice(from, to)) });
}
