/** The maximum number of changes in one page. */
export const MAX_CHANGES = 200;
/**
 * The maximum number of notifications in a page, which is in memory; fewer if read separately: streams wait for the
 * transaction.
 */
export const MAX_NOTIFICATIONS = 5_000;
const MAX_SLOW_NOTIFICATIONS = 1_000;
/** The maximum time in milliseconds for the filters of a domain while others wait. */
export const FILTER_TIMEOUT_MS = 1_000;
/** The filters of a domain that is read separately may be slow: they are applied to few changes. */
export const SLOW_LIMITS = {
  filterTimeoutMs: 4_000,
  maxNotifications: MAX_SLOW_NOTIFICATIONS,
  maxCandidates: MAX_SLOW_NOTIFICATIONS,
};
/** Seconds after which a cursor is moved although there were no changes. */
export const IDLE_CURSOR_SECONDS = 10;
