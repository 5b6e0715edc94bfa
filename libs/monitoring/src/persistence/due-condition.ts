/**
 * Returns the SQL condition that an attempt scheduled for `next_attempt_at` is due. A time further away than the
 * longest delay was written while the clock of the database was ahead, so it counts as due.
 * @param maxDelaySeconds the longest delay in seconds
 */
export function buildDueCondition(maxDelaySeconds: number): string {
  return `(next_attempt_at <= clock_timestamp() or next_attempt_at > clock_timestamp() + interval '${maxDelaySeconds} s')`;
}
