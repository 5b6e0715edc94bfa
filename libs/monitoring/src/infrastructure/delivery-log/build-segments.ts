import type { DeliveryReceipt, DeliveryTarget } from '../../application/ports/delivery-log.js';
import type { Delivery } from '../../domain/delivery.js';
import { newSegmentId } from './delivery-id.js';
import { encodeSegment } from './segment-codec.js';

/** A delivery whose sender waits for the answer. */
export interface WaitingDelivery {
  readonly target: DeliveryTarget;
  readonly delivery: Delivery;
  readonly resolve: (receipt: DeliveryReceipt) => void;
  readonly reject: (error: unknown) => void;
}

export interface Segment {
  readonly segment_id: string;
  readonly target: DeliveryTarget;
  readonly received_at: Date;
  readonly members: readonly WaitingDelivery[];
  readonly payload: Buffer;
}

/** One segment per webhook. Their ids are fixed here, so that writing them again is not writing them twice. */
export function buildSegments(group: readonly WaitingDelivery[], at: Date): Segment[] {
  const byWebhook = Map.groupBy(group, ({ target }) => target.uuid);
  return [...byWebhook.values()].map((members) => {
    const [first] = members as [WaitingDelivery];
    return {
      segment_id: newSegmentId(at),
      target: first.target,
      received_at: first.delivery.received_at,
      members,
      payload: encodeSegment(members.map(({ delivery }) => delivery)),
    };
  });
}
