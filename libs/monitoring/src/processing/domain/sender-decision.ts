import { orderedUuidFromHash } from '#shared/kernel/ids.js';
import type { PluginAcknowledgement } from '#senders/plugin-api/plugin.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import { MOST_BEHIND } from './event-time.js';
import { sanitiseAcknowledgement } from './sanitise-event.js';

/** What a user of the sender decided of the alert of a key that was open then. Ids are uuids. */
export interface SenderDecision {
  readonly decision_id: string;
  readonly event_key: string;
  /** By the sender's clock, but never after the arrival. */
  readonly decided_at: Date;
  readonly received_at: Date;
  /** `false`: no longer. */
  readonly acknowledged: boolean;
  readonly actor: string | null;
  readonly comment: string | null;
}

interface Place {
  /** Among the acknowledgements of this part of the payload. */
  readonly ordinal: number;
  /** In the delivery: of those decided at one time the last holds. */
  readonly position: number;
}

export function senderDecision(
  given: PluginAcknowledgement,
  deliveryId: string,
  { received_at }: Delivery,
  { ordinal, position }: Place,
): SenderDecision {
  const { event_key, acknowledged, by, comment, occurred_at } = sanitiseAcknowledgement(given);
  return {
    decision_id: orderedUuidFromHash(
      received_at,
      position,
      deliveryId,
      'acknowledgement',
      given.pointer,
      String(ordinal),
    ),
    event_key,
    decided_at: decidedAt(occurred_at, received_at),
    received_at,
    acknowledged,
    actor: by,
    comment,
  };
}

/** A clock that is ahead, or says what no sender would still send, is wrong. */
function decidedAt(occurred_at: Date | null, received_at: Date): Date {
  const behind = occurred_at === null ? 0 : received_at.getTime() - occurred_at.getTime();
  return occurred_at !== null && behind > 0 && behind <= MOST_BEHIND ? occurred_at : received_at;
}

export function reasonOf({ acknowledged, actor }: SenderDecision): string {
  if (!acknowledged) return 'no longer acknowledged';
  return actor === null ? 'acknowledged' : `acknowledged by ${actor}`;
}
