/** What was silenced, until it is settled: somebody is told of it, or nobody need be. */
export abstract class SilencedAlerts {
  /**
   * Looks at what is due: what nothing silences any more is settled, all of it in one transaction.
   * @returns how many were looked at
   */
  abstract settle(): Promise<number>;

  /** Those of silences that were deleted. */
  abstract removeTombstones(): Promise<void>;
}
