import type { ClientBase } from 'pg';
import type { AlertMessage } from '#monitoring/contracts/alert-outbox.js';
import { uuidFromHash } from '#shared/kernel/ids.js';
import { encodeTimes, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import {
  insertNotifications,
  toNewNotification,
  type NewNotification,
} from '../../delivery/tables/insert-notifications.js';
import type { SubscriptionAlert } from '../tables/silenced-alerts.js';
import type { AlertNotice } from '../../protocols/sent-message.js';

/** A silenced alert of a subscription. */
export interface DueAlert extends SubscriptionAlert {
  readonly domain_id: string;
  readonly silence_id: string | null;
  /** The notice to send if the alert is open. */
  readonly change: AlertNotice | null;
  /** The notice to send if the alert is resolved and was open in the last notification. */
  readonly resolution: AlertNotice | null;
  readonly was_open: boolean;
}

/** A notification to write after a silence. */
export interface DeferredNotification {
  readonly alert: DueAlert;
  readonly changed_at: string;
  /** Contains the alert as it is now. */
  readonly message: AlertMessage;
  readonly links: AlertNotice['data']['links'];
}

/** Locks silenced alerts that are due. Skips those that another transaction has locked. */
export async function lockDueAlerts(
  client: ClientBase,
  domains: readonly string[],
  now: Date,
  limit: number,
): Promise<readonly DueAlert[]> {
  const { rows } = await client.query<DueAlert>({
    name: 'lock silenced alerts that are due',
    text: `
      select subscription_id, alert_id, domain_id, silence_id, change, resolution, was_open from silenced_alert
      where look_at <= $2 and domain_id = any($1::text[])
      order by look_at limit $3 for update skip locked`,
    values: [domains, now, limit],
  });
  return rows;
}

/** Assigns alerts to the silence that applies now, until the next check. */
export async function reassignSilence(
  client: ClientBase,
  alerts: readonly (SubscriptionAlert & { readonly silence_id: string | null; readonly look_at: Date })[],
): Promise<void> {
  if (alerts.length === 0) return;
  await client.query({
    name: 'keep alerts silent',
    text: `
      update silenced_alert s set silence_id = t.silence_id, look_at = t.look_at
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[])
        as t (subscription_id, alert_id, silence_id, look_at)
      where s.subscription_id = t.subscription_id and s.alert_id = t.alert_id`,
    values: [
      ...keysOf(alerts),
      encodeUuids(alerts.map(({ silence_id }) => silence_id)),
      encodeTimes(alerts.map(({ look_at }) => look_at)),
    ],
  });
}

export async function deleteSettled(client: ClientBase, alerts: readonly SubscriptionAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  await client.query({
    name: 'remove settled alerts',
    text: `
      delete from silenced_alert s using unnest($1::uuid[], $2::uuid[]) as t (subscription_id, alert_id)
      where s.subscription_id = t.subscription_id and s.alert_id = t.alert_id`,
    values: keysOf(alerts),
  });
}

/** Writes the notifications of subscriptions that are enabled now and were when the change happened. Returns the new ones. */
export async function insertDeferred(
  client: ClientBase,
  notifications: readonly DeferredNotification[],
  now: Date,
): Promise<readonly NewNotification[]> {
  if (notifications.length === 0) return [];
  const { rows } = await client.query<{
    subscription_id: string;
    protocol_id: string;
    active_since: Date | null;
  }>({
    name: 'subscriptions that are told after a silence',
    text: `
      select subscription_id, protocol_id,
        -- A time in the future was written while the clock was ahead.
        case when active_since <= clock_timestamp() then active_since end as active_since
      from subscription
      where subscription_id = any($1::uuid[]) and state = 'ENABLED' and deleted_at is null`,
    values: [encodeUuids(notifications.map(({ alert }) => alert.subscription_id))],
  });
  const enabled = new Map(rows.map((row) => [row.subscription_id, row]));
  return insertNotifications(
    client,
    notifications.flatMap(({ alert, changed_at, message, links }) => {
      const subscription = enabled.get(alert.subscription_id);
      if (subscription === undefined || new Date(changed_at) < (subscription.active_since ?? new Date(0)))
        return [];
      const { subscription_id, alert_id, domain_id, silence_id } = alert;
      return [
        toNewNotification({
          ...{ subscription_id, alert_id, domain_id, silence_id },
          notification_id: uuidFromHash(now, subscription_id, alert_id, 'after a silence', changed_at),
          protocol_id: subscription.protocol_id,
          state: 'PENDING' as const,
          reason: null,
          severity: message.data.alert.severity,
          message: { ...message, timestamp: now.toISOString(), data: { ...message.data, links } },
          created_at: now,
        }),
      ];
    }),
  );
}

function keysOf(alerts: readonly SubscriptionAlert[]): [Buffer, Buffer] {
  return [
    encodeUuids(alerts.map(({ subscription_id }) => subscription_id)),
    encodeUuids(alerts.map(({ alert_id }) => alert_id)),
  ];
}
