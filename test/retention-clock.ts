import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';

/** As somebody would find the database at that time. */
export function retentionClockAt(now: () => number): RetentionClock {
  return new (class extends RetentionClock {
    override now = async () => new Date(now());
  })();
}

export const PRESENT = retentionClockAt(Date.now);
