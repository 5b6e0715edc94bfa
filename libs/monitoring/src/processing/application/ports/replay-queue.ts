/** Wakes a worker up. A wake-up may get lost: what is to be done stands in the table. */
export abstract class ReplayQueue {
  /** Never throws: a replay that nobody was woken for is found by the sweep. */
  abstract wake(replay_id: string): Promise<void>;
}
