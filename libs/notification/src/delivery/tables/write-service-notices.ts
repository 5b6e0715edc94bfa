import type { ClientBase } from 'pg';
import { parseId, uuidFromHash } from '#shared/kernel/ids.js';
import type { Links, ServiceNotice } from '../../protocols/sent-message.js';
import type { ServiceKind } from '../../subscriptions/application/validate-fields.js';
import { insertNotifications } from './notification-lanes.js';

export interface ServiceEvent {
  readonly domain_id: string;
  readonly kind: ServiceKind;
  readonly severity: string;
  /** Defaults to the time of the database. */
  readonly at?: Date;
  /** The time of the notification, which determines its partition, if it differs from `at`. */
  readonly stored_at?: Date;
  readonly title: string;
  /** Ids and figures, as the receiver gets them. */
  readonly subject: ServiceNotice['data']['subject'];
  readonly links: Links;
  /** Notifications with the same subject key are sent in order. */
  readonly subject_key: string;
  /** When the notification becomes useless. */
  readonly expires_at?: Date;
}

/** All subscriptions that are told of changes. */
export const EVERYBODY = Symbol('everybody');

interface SubscriberRow {
  readonly subscription_id: string;
  readonly protocol_id: string;
  readonly project_id: string | null;
}

/**
 * Writes a notification for each subscription of the domain to this kind, unless only steps of escalations tell it. Returns how many are
 * new.
 * @param filterSubscribers selects among these subscriptions
 * @param receiver the id of a subscription that is told whatever its kinds, or all of them
 */
export async function writeServiceNotices(
  client: ClientBase,
  event: ServiceEvent,
  filterSubscribers: (subscribers: readonly SubscriberRow[]) => readonly SubscriberRow[] = (subscribers) =>
    subscribers,
  receiver?: string | typeof EVERYBODY,
): Promise<number> {
  const { domain_id, kind, subject_key } = event;
  const { rows } = await client.query<SubscriberRow & { readonly now: Date }>({
    name: 'subscriptions to service notices',
    text: `
      select subscription_id, protocol_id, project_id, clock_timestamp() as now from subscription
      where domain_id = $1 and state = 'ENABLED' and deleted_at is null
        and (trigger = 'CHANGE' and (kinds @> to_jsonb($2::text) or $4) or subscription_id = $3)
      order by subscription_id`,
    values: [
      ...[domain_id, kind],
      receiver === undefined || receiver === EVERYBODY ? null : parseId('subscription', receiver),
      receiver === EVERYBODY,
    ],
  });
  const [first] = rows;
  if (first === undefined) return 0;
  const { at = first.now, stored_at = at } = event;
  const message: ServiceNotice = {
    type: kind,
    timestamp: at.toISOString(),
    data: { title: event.title, subject: event.subject, links: event.links },
  };
  const inserted = await insertNotifications(
    client,
    filterSubscribers(rows).map(({ subscription_id, protocol_id, project_id }) => ({
      notification_id: uuidFromHash(stored_at, subscription_id, kind, subject_key),
      ...{ domain_id, project_id, subscription_id, protocol_id, message },
      alert_id: null,
      subject_id: uuidFromHash(new Date(0), domain_id, subject_key),
      severity: event.severity,
      title: event.title,
      created_at: stored_at,
      ...(event.expires_at && { expires_at: event.expires_at }),
    })),
  );
  return inserted.length;
}

/** Records a key in the transaction that writes its notifications. Returns whether it was not recorded before. */
export async function recordNotifiedKey(
  client: ClientBase,
  domain_id: string,
  key: string,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'note what is told',
    text: `
      insert into notification_told (domain_id, key, told_at) values ($1, $2, clock_timestamp())
      on conflict do nothing`,
    values: [domain_id, key],
  });
  return rowCount === 1;
}

export async function deleteNotifiedKeysBefore(client: ClientBase, cutoff: Date): Promise<void> {
  await client.query('delete from notification_told where told_at < $1', [cutoff]);
}
