/** What waits together: for the quota, or for others of its group. */
export abstract class Holds {
  /** Sends what may be sent now, singly or as digests. Says how much there is to be sent. */
  abstract close(): Promise<number>;

  /** What was sent in a digest is done with it. */
  abstract finishDigests(): Promise<void>;
}
