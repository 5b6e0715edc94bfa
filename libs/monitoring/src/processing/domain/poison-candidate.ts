/** A delivery for which the plugin failed, and for which its webhook waits. */
export interface PoisonCandidate {
  readonly delivery_id: string;
  /** How often the plugin failed for it in a time slice in which it parsed another delivery of the webhook. */
  readonly failures: number;
  /** Seconds since the webhook first waited for it. */
  readonly seconds: number;
}

const MIN_FAILURES = 5;
const MIN_SECONDS = 300;

/**
 * Returns whether the delivery is at fault, not the plugin. Failures count only while the plugin parses other deliveries. Both
 * limits must be reached, so that a short fault of the plugin, or a few failures in a row, quarantine nothing.
 */
export function isPoison({ failures, seconds }: PoisonCandidate): boolean {
  return failures >= MIN_FAILURES && seconds >= MIN_SECONDS;
}

/** @param failure the last error of the plugin */
export function formatPoisonReason({ failures, seconds }: PoisonCandidate, failure: string): string {
  const minutes = Math.floor(seconds / 60);
  return `the plugin failed for this delivery ${failures} times in ${minutes} minutes, while it read others: ${failure}`;
}

/** Returns the updated candidate after another failure. */
export function recordFailure(
  known: readonly PoisonCandidate[],
  delivery_id: string,
  hasParsedOthers: boolean,
): PoisonCandidate {
  const before = known.find((one) => one.delivery_id === delivery_id);
  if (before === undefined) return { delivery_id, failures: 0, seconds: 0 };
  return hasParsedOthers ? { ...before, failures: before.failures + 1 } : before;
}
