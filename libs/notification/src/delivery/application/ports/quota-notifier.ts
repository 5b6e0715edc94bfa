/** Writes notifications of the kinds `quota.low` and `quota.exhausted`. */
export abstract class QuotaNotifier {
  /** Writes them once for each quota and window. Returns the number of notifications. */
  abstract notify(): Promise<number>;
}
