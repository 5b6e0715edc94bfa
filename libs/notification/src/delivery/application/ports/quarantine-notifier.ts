/** Writes notifications of kind `delivery.quarantined`: deliveries of a webhook could not be parsed. */
export abstract class QuarantineNotifier {
  /** Writes them for each webhook at most once an hour. Returns the number of notifications. */
  abstract notify(): Promise<number>;
}
