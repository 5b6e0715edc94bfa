/** A delivery that its webhook waits for, because the plugin failed for it. */
export interface PoisonCandidate {
  readonly delivery_id: string;
  /** How often the plugin failed for it in a time slice in which it read another delivery of the webhook. */
  readonly failures: number;
  /** Since it was first waited for. */
  readonly seconds: number;
}

const FAILURES = 5;
const SECONDS = 300;

/**
 * Whether it is the delivery, not the plugin, that is at fault: a plugin that is away reads nothing else either, and
 * then nothing counts against it. Both, so that neither a short fault of the plugin nor a single bad moment does.
 */
export function isPoison({ failures, seconds }: PoisonCandidate): boolean {
  return failures >= FAILURES && seconds >= SECONDS;
}

/** @param failure what the plugin failed with the last time */
export function poisonReason({ failures, seconds }: PoisonCandidate, failure: string): string {
  const minutes = Math.floor(seconds / 60);
  return `the plugin failed for this delivery ${failures} times in ${minutes} minutes, while it read others: ${failure}`;
}

/** What is known of a delivery once the plugin failed for it again. */
export function failedAgain(
  known: readonly PoisonCandidate[],
  delivery_id: string,
  readsOthers: boolean,
): PoisonCandidate {
  const before = known.find((one) => one.delivery_id === delivery_id);
  if (before === undefined) return { delivery_id, failures: 0, seconds: 0 };
  return readsOthers ? { ...before, failures: before.failures + 1 } : before;
}
