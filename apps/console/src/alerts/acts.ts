import { client } from '../client.js';
import { serverNow } from '../clock.js';
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

/** Names alerts in a message. */
function nameAlerts(alerts: readonly Alert[]): string {
  const [alert] = alerts;
  if (alerts.length !== 1 || alert === undefined) return `${formatCount(alerts.length)} alerts`;
  const { title } = alert;
  return title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title || '(no title)';
}

/** Does something and tells why, if it could not be done. @returns whether it was done */
async function attempt(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  }
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
) =>
  attempt(async () => {
    const [alert] = alerts;
    if (alerts.length === 1 && alert !== undefined) await acknowledgeOne(alert, terms);
    else
      await callForAlerts(
        alerts.map(({ alert_id }) => alert_id),
        async (query) => {
          const { acknowledged_count } = await client.call('acknowledgeAlerts', {
            body: { query, ...terms },
          });
          return acknowledged_count;
        },
      );
    const changed = alerts.filter(({ acknowledged }) => !acknowledged);
    const undo = () => void unacknowledge(changed, onChange);
    const canUndo = changed.length > 0 && changed.length <= MAX_ONE_BY_ONE;
    showDone(`Acknowledged: ${nameAlerts(alerts)}`, canUndo ? undo : undefined);
    onChange?.();
  });

async function acknowledgeOne({ alert_id }: Alert, body: AcknowledgementTerms): Promise<void> {
  showChange((await client.call('acknowledgeAlert', { path: { alert_id }, body })) as Alert);
}

export const unacknowledge = (alerts: readonly Alert[], onChange?: () => void) =>
  attempt(async () => {
    for (const { alert_id } of alerts) {
      const request = { path: { alert_id }, body: {} };
      showChange((await client.call('unacknowledgeAlert', request)) as Alert);
    }
    showDone(`No longer acknowledged: ${nameAlerts(alerts)}`);
    onChange?.();
  });

/** Assigns open alerts to somebody, or to nobody. Who assigns them to themselves acknowledges them as well. */
export const assign = (alerts: readonly Alert[], assignee: string | null, onChange?: () => void) =>
  attempt(async () => {
    if (alerts.length > MAX_ONE_BY_ONE)
      throw new Error(`At most ${MAX_ONE_BY_ONE} alerts can be assigned at once: select fewer.`);
    for (const alert of alerts) await assignOne(alert, assignee);
    const undo = () =>
      void attempt(async () => {
        for (const alert of alerts) {
          await assignOne(alert, alert.assignee);
          if (!alert.acknowledged) await unacknowledgeQuietly(alert);
        }
        onChange?.();
      });
    showDone(`Assigned to ${assignee ?? 'nobody'}: ${nameAlerts(alerts)}`, undo);
    onChange?.();
  });

async function assignOne({ alert_id }: Alert, assignee: string | null): Promise<void> {
  showChange((await client.call('assignAlert', { path: { alert_id }, body: { assignee } })) as Alert);
}

/** Takes back the acknowledgement that came with an assignment to oneself. */
async function unacknowledgeQuietly({ alert_id }: Alert): Promise<void> {
  const { acknowledged } = (await client.call('getAlert', { path: { alert_id } })) as Alert;
  if (!acknowledged) return;
  const request = { path: { alert_id }, body: {} };
  showChange((await client.call('unacknowledgeAlert', request)) as Alert);
}

/** Creates a silence at once. It can be taken back, which ends it. */
export const silence = (target: SilenceTarget, span: SilenceSpan, onChange?: () => void) =>
  attempt(async () => {
    const user = session.value?.user_id ?? '';
    const { silence_id } = await client.call('createSilence', {
      body: {
        name: nameSilence(target, user, new Date(serverNow())),
        filter: [...target.filter],
        ends_at: span.endsAt,
        reason: `Silenced by ${user} in the console`,
      },
    });
    forgetTellings();
    const undo = () =>
      void attempt(async () => {
        await client.call('expireSilence', { path: { silence_id } });
        forgetTellings();
        showDone(`The silence has ended: ${target.name.slice(0, MAX_TITLE)}`);
        onChange?.();
      });
    const span_ = span.label.startsWith('until') ? span.label : `for ${span.label}`;
    showDone(`Silenced ${span_}: ${target.name.slice(0, MAX_TITLE)}`, undo);
    onChange?.();
  });
