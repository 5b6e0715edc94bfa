import type { ClientBase } from 'pg';
import { uuidFromHash, parseId } from '#shared/kernel/ids.js';
import {
  insertNotifications,
  toNewNotification,
  type AlertNotification,
  type NewNotification,
  chooseStorageTime,
} from '../tables/notification-lanes.js';
import { UNTOLD_REASON } from '../tables/told-condition.js';
import {
  addMargin,
  storeSilenced,
  getPairKey,
  lockUnsettled,
  type SilencedNotice,
  type SubscriptionAlert,
  type UnsettledAlert,
} from '../../silences/tables/silenced-alerts.js';
import { lockReminders, planReminders, type EndedReminders } from '../../reminders/tables/plan-reminders.js';
import { isRemark } from '../../protocols/domain/remarks.js';
import { type AlertNotice, buildAlertLinks } from '../../protocols/sent-message.js';
import { type Match, isAfterActivation, type DomainSubscription } from './change-matcher.js';
import type { Recipient } from './decide-recipients.js';
import type { AlertChange, ChangeWithMessage } from '#monitoring/contracts/alert-outbox.js';
import type { PublicUrl } from '#shared/kernel/public-url.js';
import { writeServiceNotices } from '../tables/write-service-notices.js';

/** The maximum number of rows in one statement. */
const MAX_ROWS = 1_000;

type MatchedNotice = Omit<Recipient, 'message'> & { readonly message: AlertNotice };

/** What keeps a notification from being sent, and when to check whether it still does. */
type Quiet = Pick<SilencedNotice, 'silence_id' | 'inhibition_id' | 'source_alert_id' | 'look_at'> & {
  readonly state: 'SILENCED' | 'INHIBITED';
  readonly reason: string | null;
};

type NotificationRow = Omit<AlertNotification, 'silence_id' | 'inhibition_id' | 'source_alert_id'> &
  Pick<Quiet, 'silence_id' | 'inhibition_id' | 'source_alert_id' | 'look_at'> & {
    /** What is told at `look_at` if the alert is open; `undefined`: nothing more. */
    readonly later: AlertNotice | undefined;
  };

const NO_KEEPER = { silence_id: null, inhibition_id: null, source_alert_id: null } as const;
const WAITING_REASON = 'it waits in case an alert arrives that explains it';

/**
 * Writes the notifications of a page of changes. Called in the transaction that moves the cursors. Returns those that did not
 * exist yet.
 * @param now the time of the database
 */
export async function writeNotifications(
  client: ClientBase,
  notices: readonly MatchedNotice[],
  endedReminders: readonly EndedReminders[],
  now: Date,
): Promise<readonly NewNotification[]> {
  const rows = await createRows(client, notices, now);
  await lockReminders(client, endedReminders);
  const reminded = new Set(notices.filter(isReminded));
  await planReminders(
    client,
    rows.filter(({ state }, at) => state === 'PENDING' && reminded.has(notices[at] as MatchedNotice)),
  );
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

/** Whether its subscription is reminded of what it says. */
const isReminded = ({ subscription, change, message }: MatchedNotice) =>
  subscription.remind !== null && change.state === 'OPEN' && !isRemark(message.type);

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
  const unsettled = new Map<string, Omit<UnsettledAlert, keyof SubscriptionAlert>>(
    await lockUnsettled(client, pairs),
  );
  return notices.map((notice, at): NotificationRow => {
    const { change, subscription, message, telling, flapping, wait } = notice;
    const { subscription_id, domain_id, protocol_id } = subscription;
    const pair = { subscription_id, alert_id: pairs[at]?.alert_id ?? '' };
    const quiet = findQuiet(notice, unsettled.get(getPairKey(pair)));
    if (quiet !== undefined && !isRemark(message.type)) unsettled.set(getPairKey(pair), quiet);
    const isHeld = telling === 'hold' && quiet === undefined;
    const isCancelled = telling === 'cancel' && quiet === undefined;
    const changed_at = new Date(change.changed_at);
    const created_at = chooseStorageTime(changed_at, now);
    const due_at =
      quiet === undefined && !isHeld && !isCancelled && wait !== undefined && wait > now ? wait : undefined;
    return {
      ...pair,
      ...{ domain_id, protocol_id, message, created_at, due_at },
      is_single: subscription.tracksAlerts && change.kind === 'resolved',
      notification_id: createNotificationId(notice, created_at),
      severity: change.severity,
      ...NO_KEEPER,
      state: isCancelled ? 'CANCELLED' : isHeld ? 'SILENCED' : 'PENDING',
      reason: isCancelled
        ? UNTOLD_REASON
        : isHeld
          ? 'its key is flapping'
          : due_at === undefined
            ? null
            : WAITING_REASON,
      later: change.state === 'OPEN' ? tellWhenCalm(message, flapping, subscription) : undefined,
      look_at: flapping === undefined ? changed_at : addMargin(new Date(flapping.calm_at)),
      ...(quiet && { ...quiet, later: message }),
      // The end of a silence tells those of an escalation by its step.
      ...((isRemark(message.type) || subscription.trigger === 'ESCALATION') && { later: undefined }),
    };
  });
}

/**
 * Returns what keeps a change from being told now. A change that nothing keeps back waits with what was kept back before it, and
 * is looked at with it: at once, unless the alert is still one of those that the ended source held back.
 */
function findQuiet(
  { change, telling, silenced, inhibited, inhibitionTargets }: MatchedNotice,
  earlier: Omit<UnsettledAlert, keyof SubscriptionAlert> | undefined,
): Quiet | undefined {
  if (telling === 'correct') return undefined;
  const changed_at = new Date(change.changed_at);
  if (silenced !== undefined) {
    const { silence_id, reason } = silenced.silence;
    return { ...NO_KEEPER, state: 'SILENCED', silence_id, reason, look_at: addMargin(silenced.until) };
  }
  if (earlier?.silence_id)
    return { ...NO_KEEPER, ...pickKeeper(earlier), state: 'SILENCED', look_at: changed_at };
  if (inhibited !== undefined) {
    const { inhibition_id, source_alert_id, reason, until } = inhibited;
    const held = { silence_id: null, inhibition_id, source_alert_id };
    return { ...held, state: 'INHIBITED', reason, look_at: addMargin(until) };
  }
  if (!earlier?.inhibition_id) return undefined;
  const isStillTarget = inhibitionTargets?.has(earlier.inhibition_id) === true;
  return {
    ...pickKeeper(earlier),
    state: 'INHIBITED',
    reason: 'it waits with what was held back before',
    look_at: isStillTarget ? earlier.look_at : changed_at,
  };
}

const pickKeeper = ({ silence_id, inhibition_id, source_alert_id, reason }: Omit<Quiet, 'state'>) => ({
  ...{ silence_id, inhibition_id, source_alert_id, reason },
});

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

type SourceKind = 'source.silent' | 'source.back';

const SOURCE_KIND_BY_CHANGE: Readonly<Record<string, SourceKind>> = {
  opened: 'source.silent',
  reopened: 'source.silent',
  resolved: 'source.back',
};

/** The name of a heartbeat for which every delivery of the webhook counts as a ping. */
const ANY_DELIVERY = '*';

export function buildSourceTitle(heartbeat: string, kind: SourceKind): string {
  const isSilent = kind === 'source.silent';
  if (heartbeat === ANY_DELIVERY) return `The source is ${isSilent ? 'silent' : 'back'}`;
  return `Heartbeat ${heartbeat} is ${isSilent ? 'missing' : 'back'}`;
}

/** Returns the changes that a subscription to `source.silent` or `source.back` wants, if their alerts belong to heartbeats. */
export function selectSourceChanges(
  changes: readonly AlertChange[],
  subscriptions: readonly DomainSubscription[],
): readonly AlertChange[] {
  const wanted = new Set(
    subscriptions.flatMap(({ domain_id, kinds }) =>
      kinds.filter((kind) => kind.startsWith('source.')).map((kind) => `${domain_id} ${kind}`),
    ),
  );
  if (wanted.size === 0) return [];
  return changes.filter(
    ({ kind, domain_id, flapping }) =>
      !flapping && wanted.has(`${domain_id} ${SOURCE_KIND_BY_CHANGE[kind] ?? ''}`),
  );
}

/** Writes the notifications about heartbeats. Called in the transaction that moves the cursors. */
export async function writeSourceNotices(
  client: ClientBase,
  messages: readonly ChangeWithMessage[],
  subscriptions: readonly DomainSubscription[],
  { publicUrl, now }: { readonly publicUrl: PublicUrl; readonly now: Date },
): Promise<number> {
  const subscriptionsById = new Map(subscriptions.map((each) => [each.subscription_id, each]));
  let written = 0;
  for (const { change, message, heartbeat } of messages) {
    const kind = SOURCE_KIND_BY_CHANGE[change.kind];
    if (heartbeat === null || kind === undefined) continue;
    const { webhook_id, project_id } = message.data.alert;
    const { alert_id, domain_id, severity, position } = change;
    const at = new Date(change.changed_at);
    written += await writeServiceNotices(
      client,
      {
        ...{ domain_id, kind, severity, at, stored_at: chooseStorageTime(at, now) },
        title: buildSourceTitle(heartbeat, kind),
        subject: { webhook_id, alert_id, name: heartbeat, change: `${position.xid}-${position.index}` },
        links: buildAlertLinks(publicUrl, alert_id),
        subject_key: `source ${alert_id}`,
      },
      (subscribers) =>
        subscribers.filter(({ subscription_id, project_id: subscribedProject }) => {
          const subscription = subscriptionsById.get(subscription_id);
          return (
            (subscribedProject === null || subscribedProject === project_id) &&
            subscription !== undefined &&
            isAfterActivation(change, subscription)
          );
        }),
    );
  }
  return written;
}
