/** Says that a subscription keeps failing. */
export abstract class SubscriptionWatch {
  /** Once until it has succeeded again. Says how many notifications there are to be sent. */
  abstract tell(): Promise<number>;
}
