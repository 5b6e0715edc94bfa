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

/** Of one statement. */
const ROWS = 1_000;
/** Milliseconds after a silence, in which what happened before its end is read. */
const REST = 1_000;

interface Notice extends Match {
  readonly message: AlertNotice;
}

interface Row extends AlertNotification {
  readonly silence_id: string | null;
  /** When somebody looks whether it is still silenced. */
  readonly look_at: Date;
}

/**
 * In the transaction that moves the cursors. Returns those that are new.
 * @param now of the database
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
 * What was silenced of an alert and is not settled yet takes what comes next with it: it is settled at once, and tells the
 * newest state.
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

/** Of the subscription and the change alone: read again, it is the same. Its time is that of the change, as a rule. */
function idOf({ change, subscription }: Match, at: Date): string {
  const { xid, index } = change.position;
  return uuidFromHash(at, subscription.subscription_id, change.alert_id, xid, index);
}
