/** Events counted by webhook, project, type, severity and hour. */
export abstract class EventRollUp {
  /**
   * Adds up to so many deltas to the counts and removes them, in one transaction. Returns how many; 0 also when
   * another process is at it.
   */
  abstract fold(deltas: number): Promise<number>;
}
