/** Seconds to wait after each failed attempt. Later attempts are an hour apart, until the notification expires. */
const RETRY_DELAYS_SECONDS = [5, 30, 120, 600, 1800, 3600] as const;
const MAX_DELAY_SECONDS = 3600;
/** Varies each delay by up to 20 %, so that attempts that failed together are not repeated together. */
const JITTER = 0.2;
/** The longest delay in seconds that {@link computeRetryDelay} returns. */
export const MAX_RETRY_SECONDS = MAX_DELAY_SECONDS * (1 + JITTER);

/**
 * The circuit breaker of a subscription opens after this number of failed attempts in a row. Then only single attempts are
 * made, with pauses of 30 to 600 seconds.
 */
export const BREAKER_FAILURES = 5;
const MIN_PAUSE_SECONDS = 30;
export const MAX_PAUSE_SECONDS = 600;

/** Milliseconds after which a notification that could not be sent is given up. */
export const LIFETIME_MS = 24 * 3_600_000;

/**
 * Returns the milliseconds until the next attempt.
 * @param attempts the number of failed attempts, including the last
 * @param retryAfter the delay that the receiver asks for, in seconds
 */
export function computeRetryDelay(
  attempts: number,
  retryAfter: number | undefined,
  random: () => number,
): number {
  const planned =
    (RETRY_DELAYS_SECONDS[attempts - 1] ?? MAX_DELAY_SECONDS) * (1 - JITTER + 2 * JITTER * random());
  return Math.round(Math.max(planned, Math.min(retryAfter ?? 0, MAX_DELAY_SECONDS)) * 1000);
}

/** Returns the milliseconds until a subscription whose circuit breaker is open is tried again. */
export function computeBreakerPause(failures: number): number {
  return (
    Math.min(MIN_PAUSE_SECONDS * 2 ** Math.min(failures - BREAKER_FAILURES, 10), MAX_PAUSE_SECONDS) * 1000
  );
}
