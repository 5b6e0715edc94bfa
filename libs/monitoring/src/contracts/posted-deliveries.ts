export interface PostedDelivery {
  readonly delivery_id: string;
  readonly content_type: string;
  readonly body: Buffer;
}

/** What was posted, for a context that passes it on. */
export abstract class PostedDeliveries {
  /**
   * The delivery that made an event. Requests of one moment are answered together.
   * `undefined`: the service made the event itself, or the delivery is not kept any more.
   */
  abstract behind(domain_id: string, event_id: string): Promise<PostedDelivery | undefined>;
}
