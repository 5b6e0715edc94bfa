import { DomainError } from '#shared/kernel/domain-error.js';
import { instantsOf, isTimezone, offsetAt } from './wall-clock.js';

/** In the order of `Date.getUTCDay`, but beginning with Monday. */
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Milliseconds. */
const DAY = 86_400_000;
const MINUTE = 60_000;
export const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * A window that opens on these days, by the clocks of a time zone. It closes on the next day unless `to` is later than
 * `from`.
 */
export interface Weekly {
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
export function checkedWeekly(given: Weekly): Weekly {
  const days = WEEKDAYS.filter((day) => given.days.includes(day));
  if (days.length === 0) throw DomainError.invalid('weekly.days', `must name some of ${WEEKDAYS.join(', ')}`);
  for (const name of ['from', 'to'] as const)
    if (!TIME_OF_DAY.test(given[name]))
      throw DomainError.invalid(`weekly.${name}`, 'must be a time of day, like 22:00');
  if (!isTimezone(given.timezone))
    throw DomainError.invalid(
      'weekly.timezone',
      'must be a time zone of the IANA database, like Europe/Berlin',
    );
  const { from, to, timezone } = given;
  return { days, from, to, timezone };
}

/** Returns the windows that are open at some time between `from` and `to`, in order. */
export function windowsBetween(weekly: Weekly, from: number, to: number): readonly Span[] {
  const { timezone } = weekly;
  const windows: Span[] = [];
  // A window of the day before may still be open. Where clocks are set back past midnight, a day begins twice.
  const last = midnightOf(timezone, to) + DAY;
  for (let day = midnightOf(timezone, from) - 2 * DAY; day <= last; day += DAY) {
    const window = windowOn(weekly, day);
    if (window && window.start < Math.min(to, window.end) && window.end > from) windows.push(window);
  }
  return windows;
}

function midnightOf(timezone: string, at: number): number {
  return Math.floor((at + offsetAt(timezone, at)) / DAY) * DAY;
}

/** @param day the midnight that begins the day, as if it were UTC */
function windowOn({ days, from, to, timezone }: Weekly, day: number): Span | undefined {
  const weekday = WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7];
  if (weekday === undefined || !days.includes(weekday)) return undefined;
  const [opens, closes] = [millisecondsOf(from), millisecondsOf(to)];
  return {
    start: instantsOf(timezone, day + opens).first,
    end: instantsOf(timezone, day + closes + (closes > opens ? 0 : DAY)).last,
  };
}

function millisecondsOf(timeOfDay: string): number {
  const [, hours, minutes] = TIME_OF_DAY.exec(timeOfDay) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * MINUTE;
}
