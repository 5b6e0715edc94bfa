/** Milliseconds by which the clocks of hosts may differ. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Returns the time from which on a subscription is sent changes. A time in the future shows that the clock of the database has
 * been set back since: then every change counts that is read, because the cursor of the domain began with the subscription.
 */
export function toActiveSince(active_since: Date, now = Date.now()): Date {
  return active_since.getTime() > now + CLOCK_TOLERANCE_MS ? new Date(0) : active_since;
}
