export abstract class WorkerCrashes {
  /**
   * When a worker last ended without saying so, as one does that is killed; `undefined` where none did, lately. What
   * arrived later cannot be why.
   */
  abstract last(): Promise<Date | undefined>;
}
