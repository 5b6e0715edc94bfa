/**
 * Before anything else in a transaction that may write events. The lock tells readers of the feed, before the
 * transaction has a number, that they have to wait for it; it keeps no other writer out. On several machines all
 * transactions are waited for.
 */
export const LOCK_FEED = 'lock table event_feed in row exclusive mode';
