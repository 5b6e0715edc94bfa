import type { PendingRequest } from '#shared/kernel/batcher.js';
import type { Holder } from '#shared/kernel/max-min-shares.js';
import type { DeliveryReceipt, DeliveryTarget } from '../../application/ports/delivery-log.js';
import type { Delivery } from '../../domain/delivery.js';
import type { ByteStringArrayBuilder } from '#shared/platform/persistence/byte-string-array-builder.js';
import { splitRows } from '#shared/platform/persistence/split-rows.js';
import { newSegmentId } from '../../../persistence/delivery-id.js';
import { writeSegment } from '../../../persistence/segment-codec.js';
import type { StoredSegment } from './segment-writer.js';

export interface PendingWrite {
  readonly target: DeliveryTarget;
  readonly delivery: Delivery;
  readonly bytes: number;
  readonly holder: Holder;
}

export type WaitingDelivery = PendingRequest<PendingWrite, DeliveryReceipt>;

export interface Segment extends StoredSegment {
  readonly members: readonly WaitingDelivery[];
}

/**
 * The maximum number of uncompressed bytes in a segment. A reader has to load the whole segment, and its compressed
 * size says little about the memory that this takes.
 */
const SEGMENT_LIMITS = { rows: Infinity, size: 1024 * 1024 };

/**
 * Builds one segment per webhook, or several if there is much for one webhook; their ids sort in order. The ids are
 * assigned here, so that a retried write does not store a segment twice.
 * @param payloads receives the payloads, in the same order
 */
export function buildSegments(
  group: readonly WaitingDelivery[],
  at: Date,
  payloads: ByteStringArrayBuilder,
): Segment[] {
  const segments: Segment[] = [];
  for (const deliveries of Map.groupBy(group, ({ request }) => request.target.uuid).values()) {
    for (const [from, to] of splitRows(deliveries, ({ request }) => request.bytes, SEGMENT_LIMITS)) {
      const members = deliveries.slice(from, to);
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
