/** Writes notifications of kind `delivery.quarantined`: deliveries of a webhook could not be parsed. */
export abstract class QuarantineWatch {
  /** Writes them for each webhook at most once an hour. Returns the number of notifications. */
  abstract tell(): Promise<number>;
}
