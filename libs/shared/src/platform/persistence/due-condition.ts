/**
 * Returns the SQL condition that something scheduled for the time in `column` is due. A time further away than the longest
 * delay was written while the clock of the database was ahead, so it counts as due.
 * @param maxDelaySeconds the longest delay that is ever written, in seconds
 */
export function buildDueCondition(column: string, maxDelaySeconds: number): string {
  return `(${column} <= clock_timestamp() or ${column} > clock_timestamp() + interval '${maxDelaySeconds} s')`;
}

/**
 * Returns the SQL condition that the time in `column` is at most so many seconds away from now. A time further in the future
 * was written while the clock of the database was ahead, so it does not count as recent.
 */
export function buildRecentCondition(column: string, seconds: number | string): string {
  const limit = `make_interval(secs => ${seconds})`;
  return `${column} between clock_timestamp() - ${limit} and clock_timestamp() + ${limit}`;
}
