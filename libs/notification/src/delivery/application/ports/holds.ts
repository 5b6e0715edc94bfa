/** Holds: lanes of a subscription that wait together, for the quota or for other alerts of their group. */
export abstract class Holds {
  /** Releases the lanes of the holds that are due, or makes digests of them. Returns how many lanes and digests are now due. */
  abstract closeDue(): Promise<number>;

  /** Stores the outcome of each digest that has ended for the notifications in it, and makes the next in their lanes due. */
  abstract finishDigests(): Promise<void>;
}
