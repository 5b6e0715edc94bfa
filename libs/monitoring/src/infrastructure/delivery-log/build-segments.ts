import type { DeliveryReceipt, DeliveryTarget } from '../../application/ports/delivery-log.js';
import type { Delivery } from '../../domain/delivery.js';
import { portionsOf } from '../processing/parameters.js';
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

/** Bytes of bodies. Whoever reads a segment reads all of it, and what is compressed says little of how much that is. */
const SEGMENT = { rows: Infinity, size: 1024 * 1024 };

/**
 * One segment per webhook, of much that came for one webhook several that sort in their order. Their ids are fixed here,
 * so that writing them again is not writing them twice.
 */
export function buildSegments(group: readonly WaitingDelivery[], at: Date): Segment[] {
  const byWebhook = Map.groupBy(group, ({ target }) => target.uuid);
  return [...byWebhook.values()].flatMap((all) =>
    portionsOf(all, ({ delivery }) => delivery.body.length, SEGMENT).map(([from, to]) => {
      const members = all.slice(from, to);
      const [first] = members as [WaitingDelivery];
      return {
        segment_id: newSegmentId(at),
        target: first.target,
        received_at: first.delivery.received_at,
        members,
        payload: encodeSegment(members.map(({ delivery }) => delivery)),
      };
    }),
  );
}
