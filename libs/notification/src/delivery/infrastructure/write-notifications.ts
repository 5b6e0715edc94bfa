import type { ClientBase } from 'pg';
import { uuidFromHash, parseId } from '#shared/kernel/ids.js';
import {
  insertNotifications,
  toNewNotification,
  type AlertNotification,
  type NewNotification,
} from '../../persistence/insert-notifications.js';
import { storeSilenced, getPairKey, lockUnsettled } from '../../persistence/silencing/store-silenced.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import type { Match } from './change-matcher.js';
import { chooseStorageTime } from './choose-storage-time.js';

/** The maximum number of rows in one statement. */
const MAX_ROWS = 1_000;
/**
 * Milliseconds after the end of a silence until its alerts are looked at, so that changes from before the end are read by
 * then.
 */
const SILENCE_MARGIN_MS = 1_000;

interface MatchedNotice extends Match {
  readonly message: AlertNotice;
}

interface NotificationRow extends AlertNotification {
  readonly silence_id: string | null;
  /** When to check whether the alert is still silenced. */
  readonly look_at: Date;
}

/**
 * Writes the notifications of a page of changes. Called in the transaction that moves the cursors. Returns those that did not
 * exist yet.
 * @param now the time of the database
 */
export async function writeNotifications(
  client: ClientBase,
  notices: readonly MatchedNotice[],
  now: Date,
): Promise<readonly NewNotification[]> {
  const rows = await createRows(client, notices, now);
  const inserted: NewNotification[] = [];
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    const batch = rows.slice(from, from + MAX_ROWS);
    inserted.push(...(await insertNotifications(client, batch.map(toNewNotification))));
    await storeSilenced(
      client,
      batch.flatMap(({ silence_id, message: notice, ...row }) =>
        silence_id === null ? [] : [{ ...row, silence_id, notice }],
      ),
    );
  }
  return inserted;
}

/**
 * Decides the state of each notification. While an alert has silenced notifications that are not settled, further ones are
 * silenced as well. They are settled together, and then only the newest state is sent.
 */
async function createRows(
  client: ClientBase,
  notices: readonly MatchedNotice[],
  now: Date,
): Promise<readonly NotificationRow[]> {
  const pairs = notices.map(({ subscription: { subscription_id }, change: { alert_id } }) => ({
    subscription_id,
    alert_id: parseId('alert', alert_id),
  }));
  const unsettled = new Map(await lockUnsettled(client, pairs));
  return notices.map((notice, at): NotificationRow => {
    const { change, subscription, message, silenced } = notice;
    const { subscription_id, domain_id, protocol_id } = subscription;
    const pair = { subscription_id, alert_id: pairs[at]?.alert_id ?? '' };
    const silence = silenced?.silence ?? unsettled.get(getPairKey(pair));
    if (silence !== undefined) unsettled.set(getPairKey(pair), { ...pair, ...silence });
    const changed_at = new Date(change.changed_at);
    const created_at = chooseStorageTime(changed_at, now);
    return {
      ...pair,
      ...{ domain_id, protocol_id, message, created_at },
      notification_id: createNotificationId(notice, created_at),
      severity: change.severity,
      state: silence === undefined ? 'PENDING' : 'SILENCED',
      reason: silence?.reason ?? null,
      silence_id: silence?.silence_id ?? null,
      look_at: silenced === undefined ? changed_at : new Date(silenced.until.getTime() + SILENCE_MARGIN_MS),
    };
  });
}

/**
 * Derives the id from the subscription and the change only, so that reading a change again gives the same id. Its time is
 * that of the change, except for late changes.
 */
function createNotificationId({ change, subscription }: Match, at: Date): string {
  const { xid, index } = change.position;
  return uuidFromHash(at, subscription.subscription_id, change.alert_id, xid, index);
}
