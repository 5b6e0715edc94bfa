/** Silenced alerts that are not settled yet. An alert is settled when a notification was written, or none is needed. */
export abstract class SilencedAlerts {
  /**
   * Checks silenced alerts that are due, and settles those that are no longer silenced, in one transaction.
   * @returns how many were checked
   */
  abstract settle(): Promise<number>;

  /** Removes the rows of silences that were deleted some time ago. */
  abstract removeTombstones(): Promise<void>;
}
