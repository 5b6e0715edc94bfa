import { checkTimezone } from '#shared/kernel/cron-schedule.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { sortWeekdays, WEEKDAYS, type Weekday } from '#shared/kernel/weekdays.js';
import { findInstants, getOffset } from '#shared/kernel/local-time.js';

/** Milliseconds. */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
export const TIME_OF_DAY_PATTERN = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * A window that opens on these days, by the clocks of a time zone. It closes on the next day unless `to` is later than
 * `from`.
 */
export interface WeeklyWindow {
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

/** Milliseconds since the epoch. The end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns valid windows with each day once, in the order of the week. @throws ERROR_INVALID_PARAMETER naming the field */
export function validateWeekly(given: WeeklyWindow): WeeklyWindow {
  const days = sortWeekdays(given.days);
  if (days.length === 0) throw DomainError.invalid('weekly.days', `must name some of ${WEEKDAYS.join(', ')}`);
  for (const name of ['from', 'to'] as const)
    if (!TIME_OF_DAY_PATTERN.test(given[name]))
      throw DomainError.invalid(`weekly.${name}`, 'must be a time of day, like 22:00');
  if (checkTimezone(given.timezone) !== undefined)
    throw DomainError.invalid(
      'weekly.timezone',
      'must be a time zone of the IANA database, like Europe/Berlin',
    );
  const { from, to, timezone } = given;
  return { days, from, to, timezone };
}

/** Returns the windows that are open at some time between `from` and `to`, in order. */
export function findWindows(weekly: WeeklyWindow, from: number, to: number): readonly Span[] {
  const { timezone } = weekly;
  const windows: Span[] = [];
  // A window of the day before may still be open. Where clocks are set back past midnight, a day begins twice.
  const last = startOfDay(timezone, to) + DAY_MS;
  for (let day = startOfDay(timezone, from) - 2 * DAY_MS; day <= last; day += DAY_MS) {
    const window = createWindow(weekly, day);
    if (window && window.start < Math.min(to, window.end) && window.end > from) windows.push(window);
  }
  return windows;
}

function startOfDay(timezone: string, at: number): number {
  return Math.floor((at + getOffset(timezone, at)) / DAY_MS) * DAY_MS;
}

/** @param day the midnight that begins the day, as if it were UTC */
function createWindow({ days, from, to, timezone }: WeeklyWindow, day: number): Span | undefined {
  const weekday = WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7];
  if (weekday === undefined || !days.includes(weekday)) return undefined;
  const [opens, closes] = [parseTimeOfDay(from), parseTimeOfDay(to)];
  return {
    start: findInstants(timezone, day + opens).first,
    end: findInstants(timezone, day + closes + (closes > opens ? 0 : DAY_MS)).last,
  };
}

/** Returns the milliseconds since midnight of a time like `09:30`. */
export function parseTimeOfDay(timeOfDay: string): number {
  const [, hours, minutes] = TIME_OF_DAY_PATTERN.exec(timeOfDay) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
