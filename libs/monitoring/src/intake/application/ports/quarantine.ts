import type { Delivery } from '../../domain/delivery.js';
import type { DeliveryTarget } from './delivery-log.js';

/** The number of bytes that are kept of a body that cannot be read. */
export const MAX_UNREADABLE_BYTES = 64 * 1024;

/**
 * The maximum size, in stored bytes, of the quarantined copies of one webhook. Further deliveries are only in the
 * delivery log. Older copies are not removed to make room: their deliveries may no longer be in the log.
 */
export const MAX_QUARANTINE_BYTES = 256 * 1024 * 1024;

export abstract class Quarantine {
  /**
   * Stores the beginning of a body that could not be read, so that the operator can see what arrived. The number and
   * size are limited for each webhook. Bodies beyond the limit, and those that arrive while another one of the webhook or
   * several of others are being written, are only counted.
   */
  abstract storeUnreadable(
    target: DeliveryTarget & { readonly project_id: string },
    delivery: Omit<Delivery, 'received_at'>,
    reason: string,
  ): Promise<void>;
}
