import type { Outgoing, Receipt } from '../protocol.js';
import { isPaging, isStep, type SentMessage } from '../sent-message.js';

export interface PlannedEvent {
  readonly action: 'trigger' | 'acknowledge' | 'resolve';
  readonly dedup_key: string;
}

export interface Plan {
  /** An event that must be accepted first. */
  readonly before?: PlannedEvent;
  readonly event: PlannedEvent;
  /** To be stored as soon as `event` may have arrived. */
  readonly receipt?: Receipt;
}

/** What PagerDuty shows of an alert. */
interface Incident {
  readonly dedup_key: string;
  /** Whether an acknowledgement was sent. */
  readonly acknowledged: boolean;
  /** The notification that opened the incident in place of an acknowledged one. */
  readonly opened_by?: string;
  /** When that was. ISO 8601. */
  readonly opened_at?: string;
}

/** Kinds that resolve an incident opened by another notification of the service. */
const RESOLVING_KINDS = new Set(['source.back']);
/** A limit of PagerDuty, in characters. */
const MAX_KEY_LENGTH = 255;

/**
 * Plans the events for a message. An acknowledged incident pages nobody, whatever is triggered under its key
 * (https://developer.pagerduty.com/docs/send-alert-event): what somebody must see opens another incident in its place. That has
 * another key, because PagerDuty only queues events and does not promise their order: a `trigger` that overtakes the `resolve`
 * would be lost. The two keys of an alert take turns, so that both can be resolved even without a receipt.
 */
export function planEvents(outgoing: Outgoing): Plan {
  const { subscription_id, notification_id, message, receipt, at } = outgoing;
  const action = selectAction(message);
  const firstKey = createDedupKey(message, subscription_id);
  if (!('alert' in message.data)) return { event: { action, dedup_key: firstKey } };
  const shown = receipt as unknown as Incident | null;
  const dedup_key = shown?.dedup_key ?? firstKey;
  const otherKey = dedup_key === firstKey ? `${firstKey}:2` : firstKey;

  if (action === 'resolve') {
    // The outcome of an attempt can be lost, so an incident may be open under the other key too.
    const isOnly = shown !== null && dedup_key === firstKey && !shown.acknowledged;
    return {
      ...(!isOnly && { before: { action, dedup_key: otherKey } }),
      event: { action, dedup_key },
      receipt: toReceipt({ dedup_key, acknowledged: false }),
    };
  }

  const wasAcknowledged = shown?.acknowledged === true || message.data.alert.acknowledged;
  const isUnseen = message.type === 'alert.unacknowledged' || wasAcknowledged;
  // A step is told because the acknowledgement has ended or does not count: the withdrawal may have been overtaken by it.
  if ((isPaging(outgoing) || isStep(message)) && isUnseen && shown?.opened_by !== notification_id)
    return {
      // First, so that PagerDuty does not add the new alert to the acknowledged incident if it groups alerts.
      before: { action: 'resolve', dedup_key },
      event: { action, dedup_key: otherKey },
      receipt: toReceipt({
        dedup_key: otherKey,
        acknowledged: false,
        opened_by: notification_id,
        opened_at: at.toISOString(),
      }),
    };

  const acknowledged = action === 'acknowledge' || shown?.acknowledged === true;
  return { event: { action, dedup_key }, receipt: toReceipt({ ...shown, dedup_key, acknowledged }) };
}

const toReceipt = (incident: Incident): Receipt => ({ ...incident });

/** Changes without an action of their own trigger again: PagerDuty adds them to the same incident. */
function selectAction({ type }: SentMessage): PlannedEvent['action'] {
  if (type === 'alert.resolved' || RESOLVING_KINDS.has(type)) return 'resolve';
  return type === 'alert.acknowledged' ? 'acknowledge' : 'trigger';
}

/** Returns a key that is equal for all notifications about the same subject. */
function createDedupKey({ type, data }: SentMessage, subscription_id: string): string {
  if ('alert' in data) return data.alert.alert_id;
  if (!('subject' in data)) return `${type}:${subscription_id}`;
  const ids = Object.entries(data.subject).filter(([name]) => name.endsWith('_id'));
  const subjectKind = type.split('.', 1)[0];
  return [subjectKind, ...ids.map(([, id]) => String(id))].join(':').slice(0, MAX_KEY_LENGTH);
}
