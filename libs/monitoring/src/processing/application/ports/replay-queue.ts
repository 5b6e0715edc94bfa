/** Wakes up a worker. A wake-up may be lost: the work itself is stored in the table. */
export abstract class ReplayQueue {
  /** Never throws: the sweep finds a replay whose wake-up was lost. */
  abstract wake(replay_id: string): Promise<void>;
}
