export interface PostedDelivery {
  readonly delivery_id: string;
  readonly content_type: string;
  readonly body: Buffer;
  /** How often notifications had passed it on before it was posted. */
  readonly hops: number;
}

/** Stored deliveries, for a context that passes them on. */
export abstract class PostedDeliveries {
  /**
   * Returns the delivery that created an event. Concurrent requests are read in one batch.
   * `undefined`: the service created the event itself, or the delivery is no longer kept.
   */
  abstract findByEvent(domain_id: string, event_id: string): Promise<PostedDelivery | undefined>;
}
