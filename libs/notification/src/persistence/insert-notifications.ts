import type { ClientBase } from 'pg';
import { jsons, texts, times, uuids } from '#shared/platform/persistence/binary-arrays.js';
import { joinLanes } from './join-lanes.js';
import type { AlertNotice, StoredMessage } from '../protocols/sent-message.js';
import { isUrgent } from '../delivery/domain/ration.js';
import { LIFETIME_MS } from '../delivery/domain/retry-delay.js';

/** The maximum number of rows in one statement. */
const ROWS = 1_000;

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
  readonly state?: 'PENDING' | 'SILENCED';
  readonly reason?: string | null;
  readonly silence_id?: string | null;
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

export function ofAlert(row: AlertNotification): NewNotification {
  const { project_id, title } = row.message.data.alert;
  return { ...row, project_id, title, subject_id: row.alert_id };
}

/** Rows get their `seq` in the order in which they are given. */
const INSERT = `
  insert into notification (notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id, subject_id,
    kind, state, reason, silence_id, severity, title, message, created_at, expires_at)
  select notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id, subject_id, kind, state,
    reason, silence_id, severity, title, message, created_at,
    coalesce(expires_at, clock_timestamp() + make_interval(secs => ${LIFETIME_MS / 1000}))
  from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::text[],
    $9::text[], $10::text[], $11::uuid[], $12::text[], $13::text[], $14::json[], $15::timestamptz[],
    $16::timestamptz[]) as t (notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id,
    subject_id, kind, state, reason, silence_id, severity, title, message, created_at, expires_at)
  on conflict (notification_id) do nothing
  returning notification_id`;

/** Inserts notifications that do not exist yet, and adds those that are not silenced to their lanes. Returns the new ones. */
export async function insertNotifications(
  client: ClientBase,
  all: readonly NewNotification[],
): Promise<readonly NewNotification[]> {
  const inserted: NewNotification[] = [];
  for (let from = 0; from < all.length; from += ROWS) {
    const some = all.slice(from, from + ROWS);
    const { rows } = await client.query<{ notification_id: string }>({
      name: 'insert notifications',
      text: INSERT,
      values: [
        uuids(some.map(({ notification_id }) => notification_id)),
        texts(some.map(({ domain_id }) => domain_id)),
        texts(some.map(({ project_id }) => project_id)),
        uuids(some.map(({ subscription_id }) => subscription_id)),
        texts(some.map(({ protocol_id }) => protocol_id)),
        uuids(some.map(({ alert_id }) => alert_id)),
        uuids(some.map(({ subject_id }) => subject_id)),
        texts(some.map(({ message }) => message.type)),
        texts(some.map(({ state = 'PENDING' }) => state)),
        texts(some.map(({ reason = null }) => reason)),
        uuids(some.map(({ silence_id = null }) => silence_id)),
        texts(some.map(({ severity }) => severity)),
        texts(some.map(({ title }) => title)),
        jsons(some.map(({ message }) => JSON.stringify(message))),
        times(some.map(({ created_at }) => created_at)),
        times(some.map(({ expires_at }) => expires_at ?? null)),
      ],
    });
    const ids = new Set(rows.map(({ notification_id }) => notification_id));
    const fresh = some.filter(({ notification_id }) => ids.has(notification_id));
    inserted.push(...fresh);
    const waiting = fresh.filter(({ state }) => state !== 'SILENCED');
    if (waiting.length === 0) continue;
    await joinLanes(
      client,
      waiting.map((each) => ({ ...each, isUrgent: isUrgent({ ...each, kind: each.message.type }) })),
    );
  }
  return inserted;
}
