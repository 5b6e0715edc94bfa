const MIN_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 10;

/**
 * Returns the `Retry-After`, in seconds, of a delivery that is refused because of overload. Many senders give up after
 * a number of attempts. Five attempts must last longer than the start of a process, because an overload may end in a
 * restart. The value is random, so that senders refused together do not return together.
 */
export function overloadRetry(): number {
  return MIN_RETRY_SECONDS + Math.floor(Math.random() * (MAX_RETRY_SECONDS - MIN_RETRY_SECONDS + 1));
}
