export abstract class WorkerCrashes {
  /**
   * Returns the time of the last recent worker crash; `undefined` if there was none. A delivery that arrived later cannot have
   * caused it.
   */
  abstract findLastCrash(): Promise<Date | undefined>;
}
