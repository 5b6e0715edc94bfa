/** Monday to Friday, from 9 to 18 in the zone of the reader. */
const WORKING_DAYS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5]);
const WORKING_HOURS = { from: 9, to: 18 };

/** Counts of something in hours; the keys are the beginnings of the hours in seconds since 1970. */
export type HourCounts = ReadonlyMap<number, number>;

/** Returns the counts by weekday, Monday first, and hour of the day, in the zone of the reader. */
export function byHourOfWeek(counts: HourCounts): readonly (readonly number[])[] {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const [time, count] of counts) {
    const at = new Date(time * 1_000);
    const day = week[(at.getDay() + 6) % 7];
    if (day !== undefined) day[at.getHours()] = (day[at.getHours()] ?? 0) + count;
  }
  return week;
}

/** Returns how many of them were outside working hours. */
export function countOutsideWorkingHours(counts: HourCounts): number {
  let sum = 0;
  for (const [time, count] of counts) {
    const at = new Date(time * 1_000);
    const isWorking =
      WORKING_DAYS.has(at.getDay()) &&
      at.getHours() >= WORKING_HOURS.from &&
      at.getHours() < WORKING_HOURS.to;
    if (!isWorking) sum += count;
  }
  return sum;
}
