import type { Delivery } from '../../domain/delivery.js';

/** The webhook that a delivery belongs to. Ids are those of the database (uuid). */
export interface DeliveryTarget {
  readonly uuid: string;
  readonly domain_id: string;
}

export interface DeliveryReceipt {
  readonly delivery_id: string;
  readonly received_at: Date;
}

/**
 * Stores deliveries. Deliveries of one webhook that are written together form a segment. Segments are processed in the
 * order of their commits. A segment that is written long after its deliveries arrived, so that newer ones may have been
 * processed before it, has the flag `late`: its alarms are placed by their time of arrival, join the alert of that
 * time, and do not overwrite what newer alarms reported.
 */
export abstract class DeliveryLog {
  /**
   * Writes a delivery. Resolves when the delivery is on disk, not before.
   * @throws ERROR_UNAVAILABLE when neither the database nor the spool can take the delivery. Nothing is
   * stored then.
   */
  abstract append(target: DeliveryTarget, delivery: Omit<Delivery, 'received_at'>): Promise<DeliveryReceipt>;
}

/** Signals to the workers that webhooks have deliveries to process. If a wake-up is lost, the sweep finds the deliveries. */
export abstract class WakeUp {
  abstract signalDeliveries(webhookUuids: Iterable<string>): void;
}
