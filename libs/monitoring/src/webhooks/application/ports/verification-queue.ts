/** Wakes a worker up. A wake-up may get lost: what is to be done stands in the table. */
export abstract class VerificationQueue {
  /** Never throws: a verification that nobody was woken for is found by the sweep. */
  abstract wake(verification_id: string): Promise<void>;
}
