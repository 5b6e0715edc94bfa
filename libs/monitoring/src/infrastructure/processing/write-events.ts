import type { PoolClient } from 'pg';
import type { ProcessedWebhook } from '../../application/ports/processing-log.js';
import type { Alarm } from '../../domain/alarm.js';
import type { CorrelatedEvent } from '../../domain/fold.js';

/** Column, its type, and where its value comes from. */
const COLUMNS = [
  ['event_id', 'uuid', (alarm: Alarm) => alarm.event_id],
  ['delivery_id', 'uuid', (alarm: Alarm) => alarm.delivery_id],
  ['event_key', 'text', (alarm: Alarm) => alarm.event_key],
  ['event_type', 'text', (alarm: Alarm) => alarm.event_type],
  ['severity', 'text', (alarm: Alarm) => alarm.severity],
  ['title', 'text', (alarm: Alarm) => alarm.title],
  ['description', 'text', (alarm: Alarm) => alarm.description],
  ['rule', 'text', (alarm: Alarm) => alarm.rule],
  ['resource_id', 'text', (alarm: Alarm) => alarm.resource_id],
  ['resource_type', 'text', (alarm: Alarm) => alarm.resource_type],
  ['resource_name', 'text', (alarm: Alarm) => alarm.resource_name],
  ['provider', 'text', (alarm: Alarm) => alarm.provider],
  ['account', 'text', (alarm: Alarm) => alarm.account],
  ['image_url', 'text', (alarm: Alarm) => alarm.image_url],
  ['raw_data', 'jsonb', (alarm: Alarm) => alarm.raw_data],
  ['additional_info', 'jsonb', (alarm: Alarm) => alarm.additional_info],
  ['created_at', 'timestamptz', (alarm: Alarm) => alarm.created_at],
  ['occurred_at', 'timestamptz', (alarm: Alarm) => alarm.occurred_at ?? alarm.created_at],
] as const;

const NAMES = COLUMNS.map(([name]) => name).join(', ');
/** JSON text never has this character as it is, so it parts texts without a quotation mark having to be escaped. */
const BETWEEN = '\u001f';
const ARRAYS = COLUMNS.map(([, type], index) =>
  type === 'jsonb' ? `string_to_array($${index + 7}, E'\\x1f')::jsonb[]` : `$${index + 7}::${type}[]`,
).join(', ');

/**
 * One statement for all of them. None of the counts can conflict: with `do nothing` they go the way of the events to
 * the machine that has the domain, and without a second connection. An event that is there already stays as it is: its id says it is the same, and it is
 * neither counted nor fed to who follows again.
 */
export async function writeEvents(
  client: PoolClient,
  webhook: ProcessedWebhook,
  events: readonly CorrelatedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await client.query({
    name: 'write events',
    text: `
      with written as (
        insert into event (domain_id, webhook_id, project_id, plugin_id, plugin_version, alert_id, ${NAMES})
        select $1, $2::uuid, $3, $4, $5, *
        from unnest($6::uuid[], ${ARRAYS}) as event (alert_id, ${NAMES})
        on conflict do nothing
        returning event_id, domain_id, webhook_id, project_id, event_type, severity, created_at
      ), fed as (
        insert into event_feed (domain_id, event_ids)
        select domain_id, array_agg(event_id) from written group by domain_id
        on conflict do nothing
      )
      insert into event_roll_up_delta (domain_id, webhook_id, project_id, event_type, severity, hour, count)
      select domain_id, webhook_id, project_id, event_type, severity,
        date_trunc('hour', created_at, 'UTC'), count(*)
      from written group by 1, 2, 3, 4, 5, 6
      on conflict do nothing`,
    values: [
      webhook.domain_id,
      webhook.uuid,
      webhook.project_id,
      webhook.plugin_id,
      webhook.plugin_version,
      events.map(({ alert_id }) => alert_id),
      ...COLUMNS.map(([, type, value]) => {
        const column = events.map(({ alarm }) => value(alarm));
        return type === 'jsonb' ? column.join(BETWEEN) : column;
      }),
    ],
  });
}
