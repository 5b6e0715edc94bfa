/**
 * Returns the SQL condition that something scheduled is due. A time further away than the longest delay was written while the
 * clock of the database was ahead, so it counts as due.
 * @param maxDelaySeconds the longest delay in seconds
 */
export function buildDueCondition(maxDelaySeconds: number, column = 'next_attempt_at'): string {
  return `(${column} <= clock_timestamp() or ${column} > clock_timestamp() + interval '${maxDelaySeconds} s')`;
}
