import type { Pool, PoolClient } from 'pg';
import {
  encodeBooleans,
  encodeIntegers,
  encodeJsonbs,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import { truncateCharacters } from '#shared/kernel/clean-text.js';
import { isUnstorable } from '#shared/platform/persistence/database-unavailable.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import { type Alarm, findEventStart } from '../domain/alarm.js';
import { correlate } from '../domain/correlate.js';
import { countCharacters } from '../domain/parse-alarms.js';
import type { Correlation, AlertChange } from '../domain/correlation.js';
import { COUNTED_COLUMNS, buildCountInsert } from '../tables/count-alerts.js';
import { writeAlertChanges } from '../tables/write-alert-changes.js';
import { writeStates, readKnownStates } from './alarm-states.js';
import {
  encodeLabels,
  encodeLinks,
  type OnConflict,
  writeEvents,
  splitNewRows,
  writePortions,
} from './write-events.js';
import { formatSenderName } from '#shared/kernel/sender-name.js';

/** A change of an alert of a webhook, and the index (from 1) of that. */
interface PlacedChange {
  readonly change: AlertChange;
  readonly webhook: ProcessedWebhook;
  readonly webhookIndex: number;
}

/** A column of an alert: the values of new rows, and the expression that merges a value into an existing row. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly valuesOf: (changes: readonly PlacedChange[]) => Buffer;
  readonly mergeExpression?: string;
}

const FACE_COLUMNS = ['severity', 'title', 'resource_id', 'resource_type', 'resource_name'] as const;
/** In characters. The row of an alert is written again with each of its events, and is part of each notification. */
const MAX_DESCRIPTION = 4_096;
type TimeColumnName = 'opened_at' | 'resolved_at' | 'last_received_at' | 'face_at' | 'quiet_until';

/** An alert shows the details of its newest alarm. */
const faceColumn = (name: string, type: string, valuesOf: Column['valuesOf']): Column => ({
  name,
  type,
  valuesOf,
  mergeExpression: `case when excluded.face_at >= coalesce(stored.face_at, '-infinity') then excluded.${name} else stored.${name} end`,
});
const faceOf = ({ change }: PlacedChange): Alarm => change.face ?? change.fallback;
/** An alert has no `image_url`: the image is one of its links. */
const withImage = ({ links, image_url }: Alarm): Alarm['links'] =>
  image_url === null || links.some(({ url }) => url === image_url)
    ? links
    : [...links, { name: 'image', url: image_url }];
/** Of the alarm that opened the alert. */
const openerColumn = (name: string, type: string, valuesOf: Column['valuesOf']): Column => ({
  name,
  type,
  valuesOf,
  mergeExpression: `case when excluded.opened_at < stored.opened_at then excluded.${name} else stored.${name} end`,
});
const timeColumn = (name: TimeColumnName, merged: string): Column => ({
  name,
  type: 'timestamptz',
  valuesOf: (changes) => encodeTimes(changes.map(({ change }) => change[name])),
  mergeExpression: merged,
});
const countColumn = (name: 'event_count' | 'duplicate_count'): Column => ({
  name,
  type: 'int',
  valuesOf: (changes) => encodeIntegers(changes.map(({ change }) => change[name])),
  mergeExpression: `stored.${name} + excluded.${name}`,
});

const IS_STILL_RESOLVED = 'excluded.state = stored.state and excluded.resolved_at is null';
/** Nobody checks the names of a sender's users. */
const nameUser = (name: string | null, webhook: ProcessedWebhook) =>
  name === null ? null : formatSenderName(name, webhook.name);

const COLUMNS: readonly Column[] = [
  {
    name: 'alert_id',
    type: 'uuid',
    valuesOf: (changes) => encodeUuids(changes.map(({ change }) => change.alert_id)),
  },
  {
    name: 'event_key',
    type: 'text',
    valuesOf: (changes) => encodeTexts(changes.map(({ change }) => change.event_key)),
  },
  ...FACE_COLUMNS.map((name) =>
    faceColumn(name, 'text', (changes) => encodeTexts(changes.map((each) => faceOf(each)[name]))),
  ),
  faceColumn('description', 'text', (changes) =>
    encodeTexts(changes.map((each) => truncateCharacters(faceOf(each).description, MAX_DESCRIPTION) || null)),
  ),
  faceColumn('labels', 'jsonb', (changes) =>
    encodeJsonbs(changes.map((each) => encodeLabels(faceOf(each), each.webhook))),
  ),
  faceColumn('links', 'jsonb', (changes) =>
    encodeJsonbs(changes.map((each) => encodeLinks(withImage(faceOf(each))))),
  ),
  faceColumn('webhook_name', 'text', (changes) => encodeTexts(changes.map(({ webhook }) => webhook.name))),
  faceColumn('plugin_id', 'text', (changes) => encodeTexts(changes.map(({ webhook }) => webhook.plugin_id))),
  openerColumn('rule', 'text', (changes) => encodeTexts(changes.map(({ change }) => change.opener.rule))),
  openerColumn('started_at', 'timestamptz', (changes) =>
    encodeTimes(changes.map(({ change }) => findEventStart(change.opener, change.opened_at))),
  ),
  timeColumn('opened_at', 'least(excluded.opened_at, stored.opened_at)'),
  timeColumn(
    'resolved_at',
    `case when excluded.state = 'RESOLVED' then coalesce(excluded.resolved_at, stored.resolved_at) end`,
  ),
  {
    name: 'resolved_by',
    type: 'text',
    valuesOf: (changes) =>
      encodeTexts(
        changes.map(({ change, webhook }) => (change.open ? null : nameUser(change.resolved_by, webhook))),
      ),
    mergeExpression: `case when ${IS_STILL_RESOLVED} then stored.resolved_by else excluded.resolved_by end`,
  },
  timeColumn('last_received_at', 'greatest(excluded.last_received_at, stored.last_received_at)'),
  timeColumn('face_at', 'greatest(excluded.face_at, stored.face_at)'),
  timeColumn(
    'quiet_until',
    `case when excluded.state = 'RESOLVED' and stored.quiet_until > excluded.quiet_until then excluded.quiet_until
      when excluded.state = 'RESOLVED' then stored.quiet_until end`,
  ),
  countColumn('event_count'),
  countColumn('duplicate_count'),
];
const COLUMN_NAMES = COLUMNS.map(({ name }) => name).join(', ');
const FIRST_PARAMETER = 6;
const INSERT = `
  insert into alert as stored (domain_id, webhook_id, project_id, state, resolved_reason, ${COLUMN_NAMES})
  select $1, ($2::uuid[])[place], ($3::text[])[place],
    case when open then 'OPEN' else 'RESOLVED' end, case when not open then 'RECOVERY' end, ${COLUMN_NAMES}
  from (
    select unnest($4::int[]) as place, unnest($5::bool[]) as open,
      ${COLUMNS.map(({ name, type }, at) => `unnest($${FIRST_PARAMETER + at}::${type}[]) as ${name}`).join(', ')}
  ) as change`;
const UPSERT = `${INSERT}
  on conflict (domain_id, alert_id) do update set
    state = excluded.state,
    resolved_reason = case when ${IS_STILL_RESOLVED} then stored.resolved_reason else excluded.resolved_reason end,
    resolved_comment = case when ${IS_STILL_RESOLVED} then stored.resolved_comment end,
    ${COLUMNS.flatMap(({ name, mergeExpression }) => (mergeExpression === undefined ? [] : [`${name} = ${mergeExpression}`])).join(', ')}`;

/** The lock of the webhook protects its alerts: nobody changes them between the read and the write. */
const UPSERT_AND_COUNT = `
  with before as materialized (
    select ${COUNTED_COLUMNS} from alert where domain_id = $1 and alert_id = any ($6::uuid[])
  ), written as (
    ${UPSERT} returning ${COUNTED_COLUMNS}
  )
  ${buildCountInsert(`select ${COUNTED_COLUMNS}, 1 as n from written union all select ${COUNTED_COLUMNS}, -1 as n from before`)}`;

/** The changed alerts of one webhook. */
interface WebhookAlerts {
  readonly webhook: ProcessedWebhook;
  readonly alerts: readonly AlertChange[];
}

/** Writes the alerts of webhooks of one domain. */
export async function writeAlerts(
  client: PoolClient,
  all: readonly WebhookAlerts[],
  onConflict: OnConflict,
): Promise<void> {
  const nonEmpty = all.filter(({ alerts }) => alerts.length > 0);
  // The same order in every transaction prevents deadlocks.
  const changes = nonEmpty
    .flatMap(({ webhook, alerts }, at) => alerts.map((change) => ({ change, webhook, webhookIndex: at + 1 })))
    .toSorted((a, b) => (a.change.alert_id < b.change.alert_id ? -1 : 1));
  const webhooks = nonEmpty.map(({ webhook }) => webhook);
  const distributed = await isDistributed(client);
  const { newRows, otherRows } = splitNewRows(
    changes,
    ({ change }) => change.isNew,
    distributed ? 'ignore' : onConflict,
  );
  const valuesOf = (placed: readonly PlacedChange[]) => toParameters(webhooks, placed);
  const sizeOf = (each: PlacedChange) => countCharacters(faceOf(each));
  await writePortions(client, newRows, { name: 'insert alerts', text: INSERT, valuesOf, sizeOf });
  await writePortions(client, otherRows, {
    name: 'write alerts',
    text: distributed ? UPSERT_AND_COUNT : UPSERT,
    ...{ valuesOf, sizeOf },
  });
}

function toParameters(webhooks: readonly ProcessedWebhook[], changes: readonly PlacedChange[]): unknown[] {
  return [
    webhooks[0]?.domain_id,
    webhooks.map(({ uuid }) => uuid),
    webhooks.map(({ project_id }) => project_id),
    encodeIntegers(changes.map(({ webhookIndex }) => webhookIndex)),
    encodeBooleans(changes.map(({ change }) => change.open)),
    ...COLUMNS.map(({ valuesOf }) => valuesOf(changes)),
  ];
}

interface WebhookCorrelation extends Correlation {
  readonly webhook: ProcessedWebhook;
}

/** Writes the correlations of webhooks of one domain. The caller holds their locks. All writers use this order of tables. */
export async function writeCorrelation(
  client: PoolClient,
  all: readonly WebhookCorrelation[],
  onConflict: OnConflict = 'ignore',
): Promise<void> {
  await writeEvents(client, all, onConflict);
  await writeAlerts(client, all, onConflict);
  const domain_id = all[0]?.webhook.domain_id;
  if (domain_id !== undefined)
    await writeAlertChanges(
      client,
      domain_id,
      all.flatMap(({ transitions, webhook }) =>
        transitions.map((transition) => ({ ...transition, actor: nameUser(transition.actor, webhook) })),
      ),
    );
  await writeStates(client, all, onConflict);
}

/** Returns whether the database accepts the correlation of these alarms. Rolls back. @param begin also locks the webhook */
export async function canStoreCorrelation(
  pool: Pool,
  webhook: AdmittedWebhook,
  alarms: readonly Alarm[],
  begin: (client: PoolClient) => Promise<void>,
): Promise<boolean> {
  try {
    await inTransaction(
      pool,
      async (client) => {
        const [known] = await readKnownStates(client, [{ webhook, alarms }]);
        if (known === undefined) return;
        await writeCorrelation(client, [{ webhook, ...correlate(known, alarms, webhook.settings) }]);
      },
      { begin, shouldCommit: () => false },
    );
    return true;
  } catch (error) {
    if (isUnstorable(error)) return false;
    throw error;
  }
}
