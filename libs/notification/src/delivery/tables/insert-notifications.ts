import type { ClientBase } from 'pg';
import {
  encodeBooleans,
  encodeJsons,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { AlertNotice, StoredMessage } from '../../protocols/sent-message.js';
import { isUrgent } from '../../quotas/domain/quota-policy.js';
import { LIFETIME_MS } from '../../subscriptions/domain/retry-delay.js';
import { joinLanes } from './lanes.js';

/** The maximum number of rows in one statement. */
const MAX_ROWS = 1_000;

/** A notification to insert. Ids are uuids. */
export interface NewNotification {
  readonly notification_id: string;
  readonly domain_id: string;
  readonly project_id: string | null;
  readonly subscription_id: string;
  readonly protocol_id: string;
  /** `null`: the notification is not about one alert. */
  readonly alert_id: string | null;
  /** Notifications with the same subject are sent in order. */
  readonly subject_id: string;
  readonly severity: string;
  readonly title: string;
  readonly message: StoredMessage;
  readonly created_at: Date;
  /** Defaults to `PENDING`. */
  readonly state?: 'PENDING' | 'SILENCED' | 'INHIBITED' | 'CANCELLED';
  readonly reason?: string | null;
  readonly silence_id?: string | null;
  readonly inhibition_id?: string | null;
  /** The alert by which the inhibition holds it back. */
  readonly source_alert_id?: string | null;
  /** The escalation whose step it is. */
  readonly escalation_id?: string | null;
  /** When it is sent at the earliest. Defaults to now. */
  readonly due_at?: Date | undefined;
  /** Whether it never waits for others: neither for its group nor for a digest. */
  readonly is_single?: boolean;
  /** When the notification becomes useless. Defaults to its whole lifetime from now on. */
  readonly expires_at?: Date;
}

/** A notification about an alert. The fields left out are taken from the message. */
export interface AlertNotification extends Omit<
  NewNotification,
  'project_id' | 'subject_id' | 'title' | 'alert_id' | 'message'
> {
  readonly alert_id: string;
  readonly message: AlertNotice;
}

export function toNewNotification(row: AlertNotification): NewNotification {
  const { project_id, title } = row.message.data.alert;
  return { ...row, project_id, title, subject_id: row.alert_id };
}

/** Rows get their `seq` in the order in which they are given. */
const INSERT_SQL = `
  insert into notification (notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id, subject_id,
    kind, state, reason, silence_id, severity, title, message, created_at, expires_at, is_single,
    inhibition_id, source_alert_id, escalation_id)
  select notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id, subject_id, kind, state,
    reason, silence_id, severity, title, message, created_at,
    coalesce(expires_at, clock_timestamp() + make_interval(secs => ${LIFETIME_MS / 1000})), nullif(is_single, false),
    inhibition_id, source_alert_id, escalation_id
  from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::text[],
    $9::text[], $10::text[], $11::uuid[], $12::text[], $13::text[], $14::json[], $15::timestamptz[],
    $16::timestamptz[], $17::boolean[], $18::uuid[], $19::uuid[], $20::uuid[])
    as t (notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id,
    subject_id, kind, state, reason, silence_id, severity, title, message, created_at, expires_at, is_single,
    inhibition_id, source_alert_id, escalation_id)
  on conflict (notification_id) do nothing
  returning notification_id`;

/** Inserts notifications that do not exist yet, and adds those that are to be sent to their lanes. Returns the new ones. */
export async function insertNotifications(
  client: ClientBase,
  notifications: readonly NewNotification[],
): Promise<readonly NewNotification[]> {
  const inserted: NewNotification[] = [];
  for (let from = 0; from < notifications.length; from += MAX_ROWS) {
    const batch = notifications.slice(from, from + MAX_ROWS);
    const { rows } = await client.query<{ notification_id: string }>({
      name: 'insert notifications',
      text: INSERT_SQL,
      values: [
        encodeUuids(batch.map(({ notification_id }) => notification_id)),
        encodeTexts(batch.map(({ domain_id }) => domain_id)),
        encodeTexts(batch.map(({ project_id }) => project_id)),
        encodeUuids(batch.map(({ subscription_id }) => subscription_id)),
        encodeTexts(batch.map(({ protocol_id }) => protocol_id)),
        encodeUuids(batch.map(({ alert_id }) => alert_id)),
        encodeUuids(batch.map(({ subject_id }) => subject_id)),
        encodeTexts(batch.map(({ message }) => message.type)),
        encodeTexts(batch.map(({ state = 'PENDING' }) => state)),
        encodeTexts(batch.map(({ reason = null }) => reason)),
        encodeUuids(batch.map(({ silence_id = null }) => silence_id)),
        encodeTexts(batch.map(({ severity }) => severity)),
        encodeTexts(batch.map(({ title }) => title)),
        encodeJsons(batch.map(({ message }) => JSON.stringify(message))),
        encodeTimes(batch.map(({ created_at }) => created_at)),
        encodeTimes(batch.map(({ expires_at }) => expires_at ?? null)),
        encodeBooleans(batch.map(({ is_single = false }) => is_single)),
        encodeUuids(batch.map(({ inhibition_id = null }) => inhibition_id)),
        encodeUuids(batch.map(({ source_alert_id = null }) => source_alert_id)),
        encodeUuids(batch.map(({ escalation_id = null }) => escalation_id)),
      ],
    });
    const ids = new Set(rows.map(({ notification_id }) => notification_id));
    const newRows = batch.filter(({ notification_id }) => ids.has(notification_id));
    inserted.push(...newRows);
    const waiting = newRows.filter(({ state = 'PENDING' }) => state === 'PENDING');
    if (waiting.length === 0) continue;
    await joinLanes(
      client,
      waiting.map((each) => ({ ...each, isUrgent: isUrgent({ ...each, kind: each.message.type }) })),
    );
  }
  return inserted;
}

const DAY_MS = 86_400_000;

/**
 * Returns the time of a notification, which determines its partition: the time of the change. A change that is read more than
 * a day late, or has a time from a wrong clock, gets the present time, because its partition may be dropped, or not exist
 * yet.
 * @param now the time of the database
 */
export function chooseStorageTime(changed_at: Date, now: Date): Date {
  return Math.abs(now.getTime() - changed_at.getTime()) > DAY_MS ? now : changed_at;
}
