import type { ClientBase } from 'pg';
import { uuidFromHash, uuidOf } from '#shared/kernel/ids.js';
import {
  insertNotifications,
  ofAlert,
  type AlertNotification,
  type NewNotification,
} from '../../persistence/insert-notifications.js';
import { keepSilenced, keyOf, unsettledOf } from '../../persistence/silencing/keep-silenced.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import type { Match } from './change-matcher.js';
import { storedAt } from './stored-at.js';

/** The maximum number of rows in one statement. */
const ROWS = 1_000;
/**
 * Milliseconds after the end of a silence until its alerts are looked at, so that changes from before the end are read by
 * then.
 */
const REST = 1_000;

interface Notice extends Match {
  readonly message: AlertNotice;
}

interface Row extends AlertNotification {
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
  notices: readonly Notice[],
  now: Date,
): Promise<readonly NewNotification[]> {
  const rows = await rowsOf(client, notices, now);
  const inserted: NewNotification[] = [];
  for (let from = 0; from < rows.length; from += ROWS) {
    const some = rows.slice(from, from + ROWS);
    inserted.push(...(await insertNotifications(client, some.map(ofAlert))));
    await keepSilenced(
      client,
      some.flatMap(({ silence_id, message: notice, ...row }) =>
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
async function rowsOf(client: ClientBase, notices: readonly Notice[], now: Date): Promise<readonly Row[]> {
  const pairs = notices.map(({ subscription: { subscription_id }, change: { alert_id } }) => ({
    subscription_id,
    alert_id: uuidOf('alert', alert_id),
  }));
  const unsettled = new Map(await unsettledOf(client, pairs));
  return notices.map((notice, at): Row => {
    const { change, subscription, message, silenced } = notice;
    const { subscription_id, domain_id, protocol_id } = subscription;
    const pair = { subscription_id, alert_id: pairs[at]?.alert_id ?? '' };
    const silence = silenced?.silence ?? unsettled.get(keyOf(pair));
    if (silence !== undefined) unsettled.set(keyOf(pair), { ...pair, ...silence });
    const changed_at = new Date(change.changed_at);
    const created_at = storedAt(changed_at, now);
    return {
      ...pair,
      ...{ domain_id, protocol_id, message, created_at },
      notification_id: idOf(notice, created_at),
      severity: change.severity,
      state: silence === undefined ? 'PENDING' : 'SILENCED',
      reason: silence?.reason ?? null,
      silence_id: silence?.silence_id ?? null,
      look_at: silenced === undefined ? changed_at : new Date(silenced.until.getTime() + REST),
    };
  });
}

/**
 * Derives the id from the subscription and the change only, so that reading a change again gives the same id. Its time is
 * that of the change, except for late changes.
 */
function idOf({ change, subscription }: Match, at: Date): string {
  const { xid, index } = change.position;
  return uuidFromHash(at, subscription.subscription_id, change.alert_id, xid, index);
}
