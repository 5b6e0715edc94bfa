import { client } from '../client.js';
import { serverNow } from '../clock.js';
import { explainError, isTemporary } from '../connection.js';
import { showDone, showFailure } from '../design/toast.tsx';
import { formatCount } from '../format.js';
import { session } from '../session.js';
import { callForAlerts } from './call-for-alerts.js';
import { findOpenAlert, liveState, showChange, type Alert } from './live-alerts.js';
import { nameSilence, type SilenceSpan, type SilenceTarget } from './silence-target.js';
import { forgetTellings } from './tellings.js';
import { expectMoves } from './use-aim.js';

/** The maximum number of alerts that are changed one by one, where the API has no operation for many. */
export const MAX_ONE_BY_ONE = 200;

/** The maximum length of a comment in the API. */
export const MAX_COMMENT_LENGTH = 1_024;

/** The number of letters of a title in a message. */
const MAX_TITLE = 60;

/** Names alerts in a message. @param count those of them to which something was done */
function nameAlerts(alerts: readonly Alert[], count = alerts.length): string {
  const [alert] = alerts;
  if (alerts.length !== 1 || alert === undefined)
    return `${count < alerts.length ? `${formatCount(count)} of ` : ''}${formatCount(alerts.length)} alerts`;
  const { title } = alert;
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title || '(no title)';
}

/** Tells why something could not be done. A dialog does so itself, as it hides the messages of the page. */
export type Tell = (error: unknown) => void;

/** Does something and tells why, if it could not be done. @returns whether all of it was done */
async function attempt(act: () => Promise<unknown>, tell: Tell = showFailure): Promise<boolean> {
  try {
    return (await act()) !== false;
  } catch (error) {
    tell(error);
    return false;
  }
}

/** Does something to each alert, whatever becomes of the others. @returns those to which it was done */
async function toEach(alerts: readonly Alert[], act: (alert: Alert) => Promise<void>) {
  expectMoves(alerts);
  const done: Alert[] = [];
  let failure: unknown;
  for (const alert of alerts)
    try {
      await act(alert);
      expectMoves([alert]);
      done.push(alert);
    } catch (error) {
      failure = error;
      // The others would fail in the same way, each after a while.
      if (isTemporary(error) || explainError(error) === undefined) break;
    }
  if (done.length === 0) throw failure;
  const missed = alerts.length - done.length;
  const why = missed === 0 ? undefined : explainError(failure);
  if (why !== undefined)
    showFailure(
      new Error(`${formatCount(missed)} of ${formatCount(alerts.length)} alerts were left: ${why}`),
    );
  return done;
}

export interface AcknowledgementTerms {
  readonly comment?: string;
  /** A time, or a relative time such as `now + 1h`. */
  readonly until?: string;
}

/** Returns the alerts as they are now, also where the list is paused. Without the stream, the page knows better. */
const latest = (alerts: readonly Alert[]) =>
  alerts.map((alert) => (liveState.value === 'live' ? findOpenAlert(alert.alert_id) : undefined) ?? alert);

/** Returns those that nobody has acknowledged. */
export const findFree = (alerts: readonly Alert[]) =>
  latest(alerts).filter(({ acknowledged }) => !acknowledged);

/** Acknowledges those that nobody has: what a colleague has acknowledged stays theirs, with their comment. */
export async function acknowledgeFree(alerts: readonly Alert[], onChange?: () => void): Promise<boolean> {
  const free = findFree(alerts);
  if (free.length > 0) return acknowledge(free, {}, onChange);
  showDone(`Acknowledged already: ${nameAlerts(alerts)}`);
  return false;
}

/** Acknowledges open alerts, also such as somebody else has acknowledged. */
export const acknowledge = (
  alerts: readonly Alert[],
  terms: AcknowledgementTerms = {},
  onChange?: () => void,
  tell?: Tell,
) =>
  attempt(async () => {
    expectMoves(alerts);
    const changed = findFree(alerts);
    const [alert] = alerts;
    let count = 1;
    if (alerts.length === 1 && alert !== undefined) await acknowledgeOne(alert, terms);
    else
      count = await callForAlerts(alerts, async (query) => {
        // Not those that a colleague acknowledges meanwhile.
        const filter = [...query.filter, { k: 'acknowledged', v: false, o: 'eq' as const }];
        const { acknowledged_count } = await client.call('acknowledgeAlerts', {
          body: { query: { filter }, ...terms },
        });
        return acknowledged_count;
      });
    expectMoves(alerts);
    const undo = () => takeBack(changed, isOwnAcknowledgement, unacknowledgeOne, onChange);
    const canUndo = changed.length > 0 && changed.length <= MAX_ONE_BY_ONE;
    showDone(`Acknowledged: ${nameAlerts(alerts, count)}`, canUndo ? undo : undefined);
    onChange?.();
  }, tell);

async function acknowledgeOne({ alert_id }: Alert, body: AcknowledgementTerms): Promise<void> {
  showChange((await client.call('acknowledgeAlert', { path: { alert_id }, body })) as Alert);
}

async function unacknowledgeOne({ alert_id }: Alert): Promise<void> {
  const request = { path: { alert_id }, body: {} };
  showChange((await client.call('unacknowledgeAlert', request)) as Alert);
}

const isOwnAcknowledgement = ({ acknowledged, acknowledged_by }: Alert) =>
  acknowledged && acknowledged_by === session.value?.user_id;

/**
 * Takes back what was done to alerts, except where they have changed since: that is somebody else's act.
 * @param isAsLeft whether an alert still is what this act has made of it
 * @param restore makes of an alert, as it is now, what it was before
 */
const takeBack = (
  alerts: readonly Alert[],
  isAsLeft: (alert: Alert) => boolean,
  restore: (before: Alert, now: Alert) => Promise<void>,
  onChange?: () => void,
) =>
  void attempt(async () => {
    const changed = new Set<Alert>();
    const done = await toEach(alerts, async (before) => {
      const path = { alert_id: before.alert_id };
      const now = (await client.call('getAlert', { path })) as Alert;
      if (now.state === 'OPEN' && isAsLeft(now)) await restore(before, now);
      else changed.add(before);
    });
    const restored = done.filter((alert) => !changed.has(alert));
    if (restored.length > 0) showDone(`Undone: ${nameAlerts(restored)}`);
    if (changed.size > 0) showDone(`Not undone, because of changes since: ${nameAlerts([...changed])}`);
    onChange?.();
  });

/** Takes back acknowledgements. That of somebody else cannot be given back to them, and so not undone. */
export const unacknowledge = (alerts: readonly Alert[], onChange?: () => void) =>
  attempt(async () => {
    const done = await toEach(latest(alerts), unacknowledgeOne);
    const restore = (alert: Alert) => {
      const { comment, acknowledged_until: until } = alert;
      return acknowledgeOne(alert, {
        ...(comment !== null && { comment }),
        ...(until !== null && { until }),
      });
    };
    const undo = () => takeBack(done, ({ acknowledged }) => !acknowledged, restore, onChange);
    const canUndo = done.every(isOwnAcknowledgement);
    showDone(`No longer acknowledged: ${nameAlerts(alerts, done.length)}`, canUndo ? undo : undefined);
    onChange?.();
  });

/** Assigns open alerts to somebody, or to nobody. Who assigns them to themselves acknowledges them as well. */
export const assign = (alerts: readonly Alert[], assignee: string | null, onChange?: () => void) =>
  attempt(async () => {
    if (alerts.length > MAX_ONE_BY_ONE)
      throw new Error(`At most ${MAX_ONE_BY_ONE} alerts can be assigned at once: select fewer.`);
    const done = await toEach(latest(alerts), (alert) => assignOne(alert, assignee));
    const restore = async (before: Alert, now: Alert) => {
      await assignOne(before, before.assignee, { acknowledge: false });
      // The acknowledgement that came with it.
      const isNew = assignee === session.value?.user_id && !before.acknowledged;
      if (isNew && isOwnAcknowledgement(now)) await unacknowledgeOne(before);
    };
    const undo = () => takeBack(done, (now) => now.assignee === assignee, restore, onChange);
    showDone(`Assigned to ${assignee ?? 'nobody'}: ${nameAlerts(alerts, done.length)}`, undo);
    onChange?.();
    return done.length === alerts.length;
  });

async function assignOne({ alert_id }: Alert, assignee: string | null, terms = {}): Promise<void> {
  const request = { path: { alert_id }, body: { assignee, ...terms } };
  showChange((await client.call('assignAlert', request)) as Alert);
}

/** Silences at once. It can be taken back, which ends all silences of the target. */
export const silence = (target: SilenceTarget, span: SilenceSpan, onChange?: () => void, tell?: Tell) =>
  attempt(async () => {
    const user = session.value?.user_id ?? '';
    const ids: string[] = [];
    const endAll = async () => {
      for (const silence_id of ids) await client.call('expireSilence', { path: { silence_id } });
      forgetTellings();
    };
    for (const [index, filter] of target.filters.entries())
      try {
        const name = index === 0 ? target.name : `${target.name} (${index + 1})`;
        const { silence_id } = await client.call('createSilence', {
          body: {
            name: nameSilence(name, user, new Date(serverNow())),
            filter: [...filter],
            ends_at: span.endsAt,
            reason: `Silenced by ${user} in the console`,
          },
        });
        ids.push(silence_id);
      } catch (error) {
        // Otherwise a part of the alerts is silenced, and nobody knows which.
        await endAll().catch(() => undefined);
        throw error;
      }
    forgetTellings();
    const undo = () =>
      void attempt(async () => {
        await endAll();
        showDone(`The silence has ended: ${target.name.slice(0, MAX_TITLE)}`);
        onChange?.();
      });
    const span_ = span.label.startsWith('until') ? span.label : `for ${span.label}`;
    showDone(`Silenced ${span_}: ${target.name.slice(0, MAX_TITLE)}`, undo);
    onChange?.();
  }, tell);
