/** Writes notifications of kind `subscription.failing`. */
export abstract class SubscriptionNotifier {
  /**
   * Writes them once for each series of failures: again only after an attempt has succeeded. Returns the number of
   * notifications.
   */
  abstract notify(): Promise<number>;
}
