export abstract class WorkerCrashes {
  /** When a worker last died lately without saying so; `undefined`: none did. What arrived later cannot be why. */
  abstract last(): Promise<Date | undefined>;
}
