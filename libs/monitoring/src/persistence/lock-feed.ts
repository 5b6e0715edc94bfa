/**
 * Before anything else in a transaction that may write events. By this lock who reads the feed knows, before the transaction
 * has a number, that it has to be waited for; it keeps nobody else from writing. On several machines all are waited for.
 */
export const LOCK_FEED = 'lock table event_feed in row exclusive mode';
