import type { Waiting } from '#shared/kernel/batcher.js';
import type { Holder } from '#shared/kernel/max-min-shares.js';
import type { DeliveryReceipt, DeliveryTarget } from '../../application/ports/delivery-log.js';
import type { Delivery } from '../../domain/delivery.js';
import type { GrowingByteStrings } from '#shared/platform/persistence/growing-byte-strings.js';
import { portionsOf } from '#shared/platform/persistence/array-parameters.js';
import { newSegmentId } from '../../../persistence/delivery-id.js';
import { writeSegment } from '../../../persistence/segment-codec.js';
import type { StoredSegment } from './segment-writer.js';

export interface DeliveryToWrite {
  readonly target: DeliveryTarget;
  readonly delivery: Delivery;
  readonly bytes: number;
  readonly holder: Holder;
}

export type WaitingDelivery = Waiting<DeliveryToWrite, DeliveryReceipt>;

export interface Segment extends StoredSegment {
  readonly members: readonly WaitingDelivery[];
}

/** Bytes of deliveries. Whoever reads a segment reads all of it, and what is compressed says little of how much that is. */
const SEGMENT = { rows: Infinity, size: 1024 * 1024 };

/**
 * One segment per webhook, of much that came for one webhook several that sort in their order. Their ids are fixed here,
 * so that writing them again is not writing them twice.
 * @param payloads takes theirs, in the same order
 */
export function buildSegments(
  group: readonly WaitingDelivery[],
  at: Date,
  payloads: GrowingByteStrings,
): Segment[] {
  const segments: Segment[] = [];
  for (const all of Map.groupBy(group, ({ request }) => request.target.uuid).values()) {
    for (const [from, to] of portionsOf(all, ({ request }) => request.bytes, SEGMENT)) {
      const members = all.slice(from, to);
      const [{ request }] = members as [WaitingDelivery];
      const { target, delivery } = request;
      segments.push({
        domain_id: target.domain_id,
        segment_id: newSegmentId(at),
        webhook_uuid: target.uuid,
        received_at: delivery.received_at,
        delivery_count: members.length,
        payload: writeSegment(
          members.map((member) => member.request.delivery),
          payloads,
        ),
        members,
      });
    }
  }
  return segments;
}
