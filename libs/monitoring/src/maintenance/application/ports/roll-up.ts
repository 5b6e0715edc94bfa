/** What is counted by webhook, project, severity and hour, and by day. */
export type RolledUp = 'event' | 'alert';

/** Counts of what is stored. */
export abstract class RollUp {
  /**
   * Adds up to so many deltas to the counts and removes them, in one transaction. Returns how many; 0 also when
   * another process is at it.
   */
  abstract fold(what: RolledUp, deltas: number): Promise<number>;
}
