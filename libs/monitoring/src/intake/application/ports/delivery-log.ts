import type { Delivery } from '../../domain/delivery.js';

/** Where a delivery goes, as the webhook's address told. Ids of the database (uuid). */
export interface DeliveryTarget {
  readonly uuid: string;
  readonly domain_id: string;
}

export interface DeliveryReceipt {
  readonly delivery_id: string;
  readonly received_at: Date;
}

/**
 * Deliveries of one webhook that are written down together are a segment. Segments are processed in the order of their
 * commits. One that is written long after its deliveries arrived, so that newer ones may have been processed before
 * it, carries the flag `late`: its alarms go by their time of arrival, join the alert of that time and change
 * nothing that newer ones have said.
 */
export abstract class DeliveryLog {
  /**
   * Writes a delivery down. Resolves when it is on disk and not before.
   * @throws ERROR_UNAVAILABLE when too much is waiting already or the database cannot take it; nothing is kept then.
   */
  abstract append(target: DeliveryTarget, delivery: Omit<Delivery, 'received_at'>): Promise<DeliveryReceipt>;
}
