/** Says that a quota is nearly or wholly used up. */
export abstract class QuotaWatch {
  /** Once for each window. Says how many notifications there are to be sent. */
  abstract tell(): Promise<number>;
}
