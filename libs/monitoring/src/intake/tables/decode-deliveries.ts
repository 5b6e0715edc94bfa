import { getErrorMessage } from '#shared/kernel/error-message.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import type { Delivery, PendingDelivery } from '../domain/delivery.js';
import { deliveryIdOf } from './delivery-id.js';
import { decodeSegment } from './segment-codec.js';

/** The maximum number of characters of a reason. */
export const MAX_REASON_LENGTH = 500;

export interface PendingSegmentRow {
  readonly webhook_id: string;
  readonly segment_id: string;
  readonly seq: string;
  readonly late: boolean;
  readonly received_at: Date;
  readonly delivery_count: number;
  readonly payload: Buffer;
  /** The number of segments that the query found, in every row. */
  readonly found: string;
}

/** Decodes a segment. A damaged segment is returned as damaged deliveries, so that it does not block the following ones. */
export function decodeDeliveries({
  segment_id,
  received_at,
  delivery_count,
  payload,
}: Pick<PendingSegmentRow, 'segment_id' | 'received_at' | 'delivery_count' | 'payload'>): PendingDelivery[] {
  try {
    return decodeSegment(payload).map((delivery, position) => ({
      delivery_id: deliveryIdOf(segment_id, position),
      delivery,
    }));
  } catch (error) {
    const reason = getErrorMessage(error);
    return Array.from({ length: delivery_count }, (_, position) => ({
      delivery_id: deliveryIdOf(segment_id, position),
      delivery: {
        received_at,
        content_type: 'application/octet-stream',
        headers: {},
        query: {},
        path_suffix: '',
        // The raw bytes are kept with the first delivery, for an operator to inspect.
        body: position === 0 ? payload : Buffer.of(),
      },
      damage: cleanText(`the stored deliveries are damaged: ${reason}`.slice(0, MAX_REASON_LENGTH)),
    }));
  }
}

/** Returns a delivery of a segment; `undefined` if the stored bytes are damaged. */
export function tryDecodeDelivery(payload: Buffer, position: number): Delivery | undefined {
  try {
    return decodeSegment(payload)[position];
  } catch {
    return undefined;
  }
}
