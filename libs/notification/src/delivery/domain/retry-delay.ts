/** Seconds to wait after each failed attempt. Later attempts are an hour apart, until the notification expires. */
const DELAYS = [5, 30, 120, 600, 1800, 3600] as const;
const LONGEST = 3600;
/** Varies each delay by up to 20 %, so that attempts that failed together are not repeated together. */
const JITTER = 0.2;

/**
 * The circuit breaker of a subscription opens after this number of failed attempts in a row. Then only single attempts are
 * made, with pauses of 30 to 600 seconds.
 */
export const BREAKER_FAILURES = 5;
const FIRST_REST = 30;
const LONGEST_REST = 600;

/** Milliseconds after which a notification that could not be sent is given up. */
export const LIFETIME_MS = 24 * 3_600_000;

/**
 * Returns the milliseconds until the next attempt.
 * @param attempts the number of failed attempts, including the last
 * @param after the delay that the receiver asks for, in seconds
 */
export function retryDelay(attempts: number, after: number | undefined, random: () => number): number {
  const planned = (DELAYS[attempts - 1] ?? LONGEST) * (1 - JITTER + 2 * JITTER * random());
  return Math.round(Math.max(planned, Math.min(after ?? 0, LONGEST)) * 1000);
}

/** Returns the milliseconds until a subscription whose circuit breaker is open is tried again. */
export function restOf(failures: number): number {
  return Math.min(FIRST_REST * 2 ** Math.min(failures - BREAKER_FAILURES, 10), LONGEST_REST) * 1000;
}
