/**
 * Returns the SQL condition that an attempt scheduled for `next_attempt_at` is due. A time further away than the
 * longest delay was written while the clock of the database was ahead, so it counts as due.
 * @param longest the longest delay in seconds
 */
export function isDue(longest: number): string {
  return `(next_attempt_at <= clock_timestamp() or next_attempt_at > clock_timestamp() + interval '${longest} s')`;
}
