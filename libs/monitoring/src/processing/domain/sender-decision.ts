import { orderedUuidFromHash } from '#shared/kernel/ids.js';
import type { PluginAcknowledgement } from '#senders/plugin-api/plugin.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import { limitDelay } from './alarm.js';
import { sanitiseAcknowledgement } from './sanitise-event.js';

/** A decision that a user of the sender made about the alert of a key that was open at that time. Ids are uuids. */
export interface SenderDecision {
  readonly decision_id: string;
  readonly event_key: string;
  /** The key that the previous version of the plugin gave the alarm. */
  readonly previous_event_key: string | null;
  /** By the sender's clock, but never later than the arrival. */
  readonly decided_at: Date;
  readonly received_at: Date;
  /** `false`: the acknowledgement was taken back. */
  readonly acknowledged: boolean;
  /** As the sender wrote it, who may write any name. */
  readonly actor: string | null;
  readonly comment: string | null;
}

interface DecisionPosition {
  /** Index among the acknowledgements of the same part of the payload. */
  readonly ordinal: number;
  /** Index in the delivery. Of several decisions at one time, the last holds. */
  readonly position: number;
}

export function createDecision(
  acknowledgement: PluginAcknowledgement,
  deliveryId: string,
  { received_at }: Delivery,
  { ordinal, position }: DecisionPosition,
): SenderDecision {
  const { event_key, previous_event_key, acknowledged, by, comment, occurred_at } =
    sanitiseAcknowledgement(acknowledgement);
  return {
    decision_id: orderedUuidFromHash(
      received_at,
      position,
      deliveryId,
      'acknowledgement',
      acknowledgement.pointer,
      String(ordinal),
    ),
    event_key,
    previous_event_key,
    decided_at: limitDelay(occurred_at, received_at),
    received_at,
    acknowledged,
    actor: by,
    comment,
  };
}

export function formatDecisionReason({ acknowledged, actor }: SenderDecision): string {
  if (!acknowledged) return 'no longer acknowledged';
  return actor === null ? 'acknowledged' : `acknowledged by ${actor}`;
}
