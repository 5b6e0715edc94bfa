import type { Delivery, Outcome } from '../../../intake/domain/delivery.js';

export interface StoredDelivery {
  /** uuid */
  readonly delivery_id: string;
  readonly delivery: Delivery;
  /** In payload order. */
  readonly outcomes: readonly Outcome[];
}

/** The fields of a stored event by which it is compared with a new parse. */
export interface StoredEvent {
  readonly event_key: string;
  readonly event_type: string;
  readonly severity: string;
  readonly title: string;
}

export abstract class StoredDeliveries {
  /** Returns the last processed deliveries of a webhook, newest first, as far back as they can be found quickly. */
  abstract findRecent(
    domain_id: string,
    webhook_id: string,
    limit: number,
  ): Promise<readonly StoredDelivery[]>;

  /** Returns events by id (uuid). Missing events are left out. */
  abstract findEvents(
    domain_id: string,
    eventIds: readonly string[],
  ): Promise<ReadonlyMap<string, StoredEvent>>;
}
