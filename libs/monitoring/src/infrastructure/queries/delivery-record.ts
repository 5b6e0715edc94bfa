import { formatId } from '#shared/kernel/ids.js';
import type { DeliveryInfo, OutcomeInfo } from '../../application/queries/get-delivery.js';
import type { Delivery, Outcome } from '../../domain/delivery.js';
import { decodeSegment } from '../delivery-log/segment-codec.js';

export function statusOf(outcomes: readonly Outcome[] | null): DeliveryInfo['status'] {
  if (outcomes === null) return 'ACCEPTED';
  return outcomes.some(({ outcome }) => outcome === 'QUARANTINED') ? 'QUARANTINED' : 'PROCESSED';
}

export function outcomeInfo(one: Outcome, index: number): OutcomeInfo {
  return 'event_id' in one
    ? { index, outcome: one.outcome, event_id: formatId('event', one.event_id), reason: null }
    : { index, outcome: one.outcome, event_id: null, reason: one.reason };
}

/** `undefined` where the stored bytes are no longer what was written. */
export function tryDecode(payload: Buffer, position: number): Delivery | undefined {
  try {
    return decodeSegment(payload)[position];
  } catch {
    return undefined;
  }
}
