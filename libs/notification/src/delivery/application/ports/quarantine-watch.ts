/** Says that deliveries of webhooks could not be parsed. */
export abstract class QuarantineWatch {
  /** Of each webhook at most once an hour. Says how many notifications there are to be sent. */
  abstract tell(): Promise<number>;
}
