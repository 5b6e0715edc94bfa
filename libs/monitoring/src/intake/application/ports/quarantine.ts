import type { Delivery } from '../../domain/delivery.js';
import type { DeliveryTarget } from './delivery-log.js';

/** Bytes kept of the body of a delivery that cannot be read. */
export const UNREADABLE_BYTES_KEPT = 64 * 1024;

/**
 * Bytes of the copies of one webhook, as they are stored. What is beyond is only in the log: of those in the quarantine the
 * oldest may be nowhere else, so that room is not made by dropping them.
 */
export const QUARANTINE_BYTES = 256 * 1024 * 1024;

export abstract class Quarantine {
  /**
   * Keeps the beginning of a body that could not be read, so that the operator can see what arrived. Bounded per
   * webhook: beyond that it is only counted; and while one is being kept, others pass.
   */
  abstract keepUnreadable(
    target: DeliveryTarget & { readonly project_id: string },
    delivery: Omit<Delivery, 'received_at'>,
    reason: string,
  ): Promise<void>;
}
