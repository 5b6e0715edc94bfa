import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';

/** Creates a clock for retention with a fixed or simulated time. */
export function createRetentionClock(now: () => number): RetentionClock {
  return new (class extends RetentionClock {
    override now = async () => new Date(now());
  })();
}

export const SYSTEM_CLOCK = createRetentionClock(Date.now);
