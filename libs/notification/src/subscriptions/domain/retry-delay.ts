/** Seconds to wait after each failed attempt. Later attempts are an hour apart, until the notification expires. */
const RETRY_DELAYS_SECONDS = [5, 30, 120, 600, 1800, 3600] as const;
const MAX_DELAY_SECONDS = 3600;
/** Varies each delay by up to 20 %, so that attempts that failed together are not repeated together. */
const JITTER = 0.2;
/** The longest delay in seconds that {@link computeRetryDelay} returns. */
export const MAX_RETRY_SECONDS = MAX_DELAY_SECONDS * (1 + JITTER);

/**
 * The circuit breaker of a subscription opens after this number of failed attempts in a row. Then only single attempts are
 * made, with pauses.
 */
export const BREAKER_FAILURES = 5;
const MIN_PAUSE_SECONDS = 5;
/** The longest pause in the first ten minutes, in which most receivers come back. */
const EARLY_PAUSE_SECONDS = 60;
/** The number of pauses in these ten minutes: 5 + 10 + 20 + 40 + 9 · 60 seconds. */
const EARLY_PAUSES = 13;
export const MAX_PAUSE_SECONDS = 600;

/** The pause in seconds after a receiver was asked too often (429), if it does not say how long to wait. */
const DEFAULT_THROTTLE_SECONDS = 5;
const MIN_THROTTLE_SECONDS = 1;
/** The longest pause in seconds that a receiver can ask for. */
export const MAX_THROTTLE_SECONDS = MAX_DELAY_SECONDS;

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

/** Returns the milliseconds until a subscription whose circuit breaker is open is tried again: 5 s to 60 s, later 600 s. */
export function computeBreakerPause(failures: number): number {
  const place = Math.max(0, failures - BREAKER_FAILURES);
  const early = Math.min(MIN_PAUSE_SECONDS * 2 ** Math.min(place, 10), EARLY_PAUSE_SECONDS);
  const late = Math.min(EARLY_PAUSE_SECONDS * 2 ** Math.min(place - EARLY_PAUSES + 1, 10), MAX_PAUSE_SECONDS);
  return (place < EARLY_PAUSES ? early : late) * 1000;
}

/** Returns the seconds during which nothing is sent to a receiver that is asked too often. */
export function computeThrottlePause(retryAfter: number | undefined): number {
  const seconds = retryAfter ?? DEFAULT_THROTTLE_SECONDS;
  return Math.min(Math.max(seconds, MIN_THROTTLE_SECONDS), MAX_THROTTLE_SECONDS);
}
