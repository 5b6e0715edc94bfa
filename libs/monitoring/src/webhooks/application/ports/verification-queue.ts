/** Wakes up a worker. A wake-up may be lost: the work itself is stored in the table. */
export abstract class VerificationQueue {
  /** Never throws: the sweep finds a verification whose wake-up was lost. */
  abstract wake(verification_id: string): Promise<void>;
}
