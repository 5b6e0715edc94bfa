const DAY = 86_400_000;

/**
 * The time of a notification, which names its partition: that of the change. A change that is read more than a day late,
 * or is dated by a wrong clock, counts from now on: partitions from then may be dropped already, or not made.
 * @param now of the database
 */
export function storedAt(changed_at: Date, now: Date): Date {
  return Math.abs(now.getTime() - changed_at.getTime()) > DAY ? now : changed_at;
}
