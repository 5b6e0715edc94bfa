/** Writes notifications of the kinds `quota.low` and `quota.exhausted`. */
export abstract class QuotaWatch {
  /** Writes them once for each quota and window. Returns the number of notifications. */
  abstract tell(): Promise<number>;
}
