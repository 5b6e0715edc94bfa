/** What subscriptions could not be told while their receivers failed. Several processes share it. */
export abstract class Untold {
  /**
   * Queues it again for subscriptions whose receiver works again: of each alert the newest notification, or each in order if
   * the protocol sends every change, unless a newer one was told since. What still waits for its next attempt becomes due.
   * Returns the number of notifications that are due.
   */
  abstract tellAgain(): Promise<number>;
}
