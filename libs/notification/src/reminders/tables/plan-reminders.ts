import type { ClientBase } from 'pg';
import { encodeTexts, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { parseId } from '#shared/kernel/ids.js';
import { advanceLanes, type Lane } from '../../delivery/tables/notification-lanes.js';
import { REMINDER_TYPE } from '../../protocols/sent-message.js';
import type { SubscriptionAlert } from '../../silences/tables/silenced-alerts.js';
import { RECHECK_SECONDS } from '../domain/decide-reminder.js';
import type { Remind } from '../../subscriptions/domain/remind.js';

/** Seconds until the reminder of an alert is looked at that has just been told. When it is due shows then. */
const FIRST_LOOK_SECONDS = RECHECK_SECONDS;

/**
 * Plans the reminders of alerts that are told now. Must be called before lanes are locked: a reminder locks its row, then its lane. An
 * existing row is locked, so that nobody removes it who has not seen this message.
 */
export async function planReminders(
  client: ClientBase,
  told: readonly (SubscriptionAlert & { readonly domain_id: string })[],
): Promise<void> {
  if (told.length === 0) return;
  await client.query({
    name: 'plan reminders',
    text: `
      insert into reminder as planned (subscription_id, alert_id, domain_id, look_at)
      select distinct subscription_id, alert_id, domain_id, clock_timestamp() + interval '${FIRST_LOOK_SECONDS} s'
      from unnest($1::uuid[], $2::uuid[], $3::text[]) as t (subscription_id, alert_id, domain_id)
      order by 1, 2
      on conflict (subscription_id, alert_id) do update set look_at = least(planned.look_at, excluded.look_at)`,
    values: [
      encodeUuids(told.map(({ subscription_id }) => subscription_id)),
      encodeUuids(told.map(({ alert_id }) => alert_id)),
      encodeTexts(told.map(({ domain_id }) => domain_id)),
    ],
  });
}

/** Reminders that nobody needs any more. Ids are uuids. */
export interface EndedReminders {
  readonly subscriptionIds: readonly string[];
  readonly alertIds: readonly string[];
  readonly reason: string;
}

const REASONS = { acknowledged: 'the alert was acknowledged', resolved: 'the alert was resolved' } as const;

/** Returns the reminders that are no longer true: of alerts that were acknowledged or resolved. */
export function findEndedReminders(
  changes: readonly AlertChange[],
  subscriptions: readonly { readonly subscription_id: string; readonly remind: Remind | null }[],
): readonly EndedReminders[] {
  return (['acknowledged', 'resolved'] as const).flatMap((kind) => {
    const alertIds = changes
      .filter((change) => change.kind === kind)
      .map(({ alert_id }) => parseId('alert', alert_id));
    const subscriptionIds = subscriptions
      .filter(({ remind }) => remind !== null && (kind === 'resolved' || remind.until === 'ACKNOWLEDGED'))
      .map(({ subscription_id }) => subscription_id);
    const isAny = alertIds.length > 0 && subscriptionIds.length > 0;
    return isAny ? [{ subscriptionIds, alertIds, reason: REASONS[kind] }] : [];
  });
}

/**
 * Waits for transactions that are about to write such a reminder: then {@link cancelReminders} finds it, and it does not follow the
 * recovery. Must be called before lanes are locked.
 */
export async function lockReminders(client: ClientBase, ended: readonly EndedReminders[]): Promise<void> {
  for (const { subscriptionIds, alertIds } of ended)
    await client.query({
      name: 'lock reminders that end',
      text: `
        select from reminder where subscription_id = any($1::uuid[]) and alert_id = any($2::uuid[])
        order by subscription_id, alert_id for update`,
      values: [encodeUuids(subscriptionIds), encodeUuids(alertIds)],
    });
}

/**
 * Cancels reminders that still wait to be sent. One whose attempt is under way is sent. Called after the notifications of the changes
 * were written.
 */
export async function cancelReminders(client: ClientBase, ended: readonly EndedReminders[]): Promise<void> {
  for (const each of ended) await cancel(client, each);
}

async function cancel(
  client: ClientBase,
  { subscriptionIds, alertIds, reason }: EndedReminders,
): Promise<void> {
  const { rows } = await client.query<Lane & { readonly notification_id: string; readonly is_head: boolean }>(
    {
      name: 'lanes with reminders',
      text: `
      select lane.subscription_id, lane.subject_id, lane.floor_id, n.notification_id,
        n.notification_id = lane.head_id as is_head
      from notification_lane lane join notification n on n.subscription_id = lane.subscription_id
        and n.subject_id = lane.subject_id and n.state in ('PENDING', 'HELD') and n.notification_id >= lane.floor_id
        and n.kind = '${REMINDER_TYPE}'
      where lane.subscription_id = any($1::uuid[]) and lane.subject_id = any($2::uuid[]) and lane.digest_id is null
        and (lane.attempt_id is null or n.notification_id <> lane.head_id)
      order by lane.subscription_id, lane.subject_id for update of lane`,
      values: [encodeUuids(subscriptionIds), encodeUuids(alertIds)],
    },
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ notification_id }) => notification_id).toSorted();
  await client.query({
    name: 'cancel reminders',
    text: `
      update notification set state = 'CANCELLED', next_attempt_at = null, reason = $4
      where notification_id = any($1::uuid[]) and notification_id between $2 and $3 and state in ('PENDING', 'HELD')`,
    values: [encodeUuids(ids), ids[0], ids.at(-1), reason],
  });
  await advanceLanes(
    client,
    rows.filter(({ is_head }) => is_head),
  );
}
