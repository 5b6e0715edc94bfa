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

/** Bytes of bodies. Whoever reads a segment reads all of it, and what is compressed says little of how much that is. */
const BYTES_PER_SEGMENT = 1024 * 1024;

/**
 * One segment per webhook, of much that came for one webhook several that sort in their order. Their ids are fixed here,
 * so that writing them again is not writing them twice.
 */
export function buildSegments(group: readonly WaitingDelivery[], at: Date): Segment[] {
  const byWebhook = Map.groupBy(group, ({ target }) => target.uuid);
  return [...byWebhook.values()].flatMap((all) =>
    portionsOf(all).map((members) => {
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

function portionsOf(members: readonly WaitingDelivery[]): (readonly WaitingDelivery[])[] {
  const portions: (readonly WaitingDelivery[])[] = [];
  let [from, bytes] = [0, 0];
  members.forEach(({ delivery: { body } }, at) => {
    bytes += body.length;
    if (bytes <= BYTES_PER_SEGMENT || at === from) return;
    portions.push(members.slice(from, at));
    [from, bytes] = [at, body.length];
  });
  return [...portions, from === 0 ? members : members.slice(from)];
}
