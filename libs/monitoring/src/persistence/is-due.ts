/**
 * Whether what was put off until `next_attempt_at` is due, in SQL. A time that is further away than anything is put off
 * was written while the clock of the database was ahead.
 * @param longest seconds that it is put off at most
 */
export function isDue(longest: number): string {
  return `(next_attempt_at <= clock_timestamp() or next_attempt_at > clock_timestamp() + interval '${longest} s')`;
}
