const DAY_MS = 86_400_000;

/**
 * Returns the time of a notification, which determines its partition: the time of the change. A change that is read more than
 * a day late, or has a time from a wrong clock, gets the present time, because its partition may be dropped, or not exist
 * yet.
 * @param now the time of the database
 */
export function chooseStorageTime(changed_at: Date, now: Date): Date {
  return Math.abs(now.getTime() - changed_at.getTime()) > DAY_MS ? now : changed_at;
}
