import type { ClientBase } from 'pg';
import { uuidFromHash, parseId } from '#shared/kernel/ids.js';
import {
  insertNotifications,
  toNewNotification,
  type AlertNotification,
  type NewNotification,
  chooseStorageTime,
} from '../tables/insert-notifications.js';
import { UNTOLD_REASON } from '../tables/told-condition.js';
import { storeSilenced, getPairKey, lockUnsettled } from '../../silences/tables/silenced-alerts.js';
import { isRemark } from '../../protocols/domain/remarks.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import type { Match } from './change-matcher.js';
import type { Recipient } from './decide-recipients.js';

/** The maximum number of rows in one statement. */
const MAX_ROWS = 1_000;
/**
 * Milliseconds after the end of a silence until its alerts are looked at, so that changes from before the end are read by
 * then.
 */
const SILENCE_MARGIN_MS = 1_000;

type MatchedNotice = Omit<Recipient, 'message'> & { readonly message: AlertNotice };

interface NotificationRow extends AlertNotification {
  readonly silence_id: string | null;
  /** When to check whether the alert is still silenced, or its key still flapping. */
  readonly look_at: Date;
  /** What is told then if the alert is open; `undefined`: nothing more. */
  readonly later: AlertNotice | undefined;
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
      batch.flatMap(({ later: notice, ...row }) => (notice === undefined ? [] : [{ ...row, notice }])),
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
    const { change, subscription, message, silenced, telling, flapping } = notice;
    const { subscription_id, domain_id, protocol_id } = subscription;
    const pair = { subscription_id, alert_id: pairs[at]?.alert_id ?? '' };
    const earlier = unsettled.get(getPairKey(pair));
    const silence = silenced?.silence ?? (earlier?.silence_id ? earlier : undefined);
    const isSilenced = silence !== undefined && telling !== 'correct';
    const isHeld = telling === 'hold' && !isSilenced;
    const isCancelled = telling === 'cancel' && !isSilenced;
    if (isSilenced && !isRemark(message.type)) unsettled.set(getPairKey(pair), { ...pair, ...silence });
    const changed_at = new Date(change.changed_at);
    const created_at = chooseStorageTime(changed_at, now);
    return {
      ...pair,
      ...{ domain_id, protocol_id, message, created_at },
      is_single: subscription.tracksAlerts && change.kind === 'resolved',
      notification_id: createNotificationId(notice, created_at),
      severity: change.severity,
      state: isCancelled ? 'CANCELLED' : isSilenced || isHeld ? 'SILENCED' : 'PENDING',
      reason: isCancelled
        ? UNTOLD_REASON
        : isSilenced
          ? silence.reason
          : isHeld
            ? 'its key is flapping'
            : null,
      silence_id: isSilenced ? silence.silence_id : null,
      ...(isRemark(message.type)
        ? { later: undefined, look_at: changed_at }
        : isSilenced
          ? { later: message, look_at: silenced === undefined ? changed_at : addMargin(silenced.until) }
          : {
              later: change.state === 'OPEN' ? tellWhenCalm(message, flapping, subscription) : undefined,
              look_at: flapping === undefined ? changed_at : addMargin(new Date(flapping.calm_at)),
            }),
    };
  });
}

const addMargin = (end: Date) => new Date(end.getTime() + SILENCE_MARGIN_MS);

/** Who knows that a key is flapping is told once what is still open when the key is calm. */
function tellWhenCalm(
  message: AlertNotice,
  flapping: Recipient['flapping'],
  { kinds }: Recipient['subscription'],
): AlertNotice | undefined {
  return flapping !== undefined && kinds.includes('alert.opened')
    ? { ...message, type: 'alert.opened' }
    : undefined;
}

/**
 * Derives the id from the subscription and the change only, so that reading a change again gives the same id. Its time is
 * that of the change, except for late changes.
 */
function createNotificationId({ change, subscription }: Match, at: Date): string {
  const { xid, index } = change.position;
  return uuidFromHash(at, subscription.subscription_id, change.alert_id, xid, index);
}
