import type { Delivery, Outcome } from '../../../intake/domain/delivery.js';

export interface StoredDelivery {
  /** uuid */
  readonly delivery_id: string;
  readonly delivery: Delivery;
  /** What became of it, in the order of its payload. */
  readonly outcomes: readonly Outcome[];
}

/** What of a stored event tells whether it would be another today. */
export interface StoredEvent {
  readonly event_key: string;
  readonly event_type: string;
  readonly severity: string;
  readonly title: string;
}

export abstract class StoredDeliveries {
  /** The last deliveries of a webhook that were processed, the newest first, as far back as is quickly found. */
  abstract last(domain_id: string, webhook_id: string, limit: number): Promise<readonly StoredDelivery[]>;

  /** Events by id (uuid); what is no longer there is left out. */
  abstract events(domain_id: string, eventIds: readonly string[]): Promise<ReadonlyMap<string, StoredEvent>>;
}
