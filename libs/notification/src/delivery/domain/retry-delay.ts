/** Seconds after each failed attempt; then every hour, until the notification expires. */
const DELAYS = [5, 30, 120, 600, 1800, 3600] as const;
const LONGEST = 3600;
/** So that what failed together is not tried together. */
const JITTER = 0.2;

/** Failed attempts of a subscription in a row from which on only single attempts are made. */
export const BREAKER_FAILURES = 5;
const FIRST_REST = 30;
const LONGEST_REST = 600;

/** How long a notification may take until it is given up. */
export const LIFETIME_MS = 24 * 3_600_000;

/**
 * Milliseconds until the next attempt.
 * @param attempts that failed, this one included
 * @param after seconds that the receiver asks for
 */
export function retryDelay(attempts: number, after: number | undefined, random: () => number): number {
  const planned = (DELAYS[attempts - 1] ?? LONGEST) * (1 - JITTER + 2 * JITTER * random());
  return Math.round(Math.max(planned, Math.min(after ?? 0, LONGEST)) * 1000);
}

/** Milliseconds until a subscription is tried again with a single attempt. */
export function restOf(failures: number): number {
  return Math.min(FIRST_REST * 2 ** Math.min(failures - BREAKER_FAILURES, 10), LONGEST_REST) * 1000;
}
