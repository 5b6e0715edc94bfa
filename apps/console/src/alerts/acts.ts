import { client } from '../client.js';
import { serverNow } from '../clock.js';
import { explainError, isTemporary } from '../connection.js';
import { showDone, showFailure } from '../design/toast.tsx';
import { formatCount } from '../format.js';
import { session } from '../session.js';
import { callForAlerts } from './call-for-alerts.js';
import { showChange, type Alert } from './live-alerts.js';
import { nameSilence, type SilenceSpan, type SilenceTarget } from './silence-target.js';
import { forgetTellings } from './tellings.js';

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
  const done: Alert[] = [];
  let failure: unknown;
  for (const alert of alerts)
    try {
      await act(alert);
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

/** Acknowledges open alerts. */
export const acknowledge = (
  alerts: readonly Alert[],
  terms: AcknowledgementTerms = {},
  onChange?: () => void,
  tell?: Tell,
) =>
  attempt(async () => {
    const [alert] = alerts;
    let count = 1;
    if (alerts.length === 1 && alert !== undefined) await acknowledgeOne(alert, terms);
    else
      count = await callForAlerts(alerts, async (query) => {
        const { acknowledged_count } = await client.call('acknowledgeAlerts', {
          body: { query, ...terms },
        });
        return acknowledged_count;
      });
    const changed = alerts.filter(({ acknowledged }) => !acknowledged);
    const undo = () => void unacknowledge(changed, onChange);
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

export const unacknowledge = (alerts: readonly Alert[], onChange?: () => void) =>
  attempt(async () => {
    const done = await toEach(alerts, unacknowledgeOne);
    const [{ acknowledged, comment, acknowledged_until: until } = alerts[0] as Alert] = done;
    // Only what was acknowledged before: this may itself have taken back an acknowledgement.
    const terms = { ...(comment !== null && { comment }), ...(until !== null && { until }) };
    const undo = () => void acknowledge(done, done.length === 1 ? terms : {}, onChange);
    showDone(`No longer acknowledged: ${nameAlerts(alerts, done.length)}`, acknowledged ? undo : undefined);
    onChange?.();
  });

/** Assigns open alerts to somebody, or to nobody. Who assigns them to themselves acknowledges them as well. */
export const assign = (alerts: readonly Alert[], assignee: string | null, onChange?: () => void) =>
  attempt(async () => {
    if (alerts.length > MAX_ONE_BY_ONE)
      throw new Error(`At most ${MAX_ONE_BY_ONE} alerts can be assigned at once: select fewer.`);
    const done = await toEach(alerts, (alert) => assignOne(alert, assignee));
    const undo = () =>
      void attempt(async () => {
        await toEach(done, async (alert) => {
          await assignOne(alert, alert.assignee);
          if (!alert.acknowledged) await unacknowledgeQuietly(alert);
        });
        onChange?.();
      });
    showDone(`Assigned to ${assignee ?? 'nobody'}: ${nameAlerts(alerts, done.length)}`, undo);
    onChange?.();
    return done.length === alerts.length;
  });

async function assignOne({ alert_id }: Alert, assignee: string | null): Promise<void> {
  showChange((await client.call('assignAlert', { path: { alert_id }, body: { assignee } })) as Alert);
}

/** Takes back the acknowledgement that came with an assignment to oneself. */
async function unacknowledgeQuietly(alert: Alert): Promise<void> {
  const { alert_id } = alert;
  const { acknowledged } = (await client.call('getAlert', { path: { alert_id } })) as Alert;
  if (acknowledged) await unacknowledgeOne(alert);
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
