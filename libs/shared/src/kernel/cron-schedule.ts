import { Cron } from 'croner';
import { DomainError } from './domain-error.js';

export const MAX_SCHEDULE_LENGTH = 128;
export const MAX_TIMEZONE_LENGTH = 64;

/** The parser also accepts `?`, which stands for the present time, and `+`. Neither is known to cron. */
const FIELD_PATTERN = /^[\dA-Za-z*,/#-]+$/;
const TIMEZONE_PATTERN = /^[A-Za-z][\w+/-]*$/;
const FIVE_FIELDS =
  'must be a cron expression of five fields (minute, hour, day of month, month, day of week), like 0 2 * * *';

/** Returns what is wrong with a cron expression, as the end of a sentence that begins with the field. */
export function checkSchedule(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_SCHEDULE_LENGTH) return FIVE_FIELDS;
  const fields = splitFields(value);
  if (fields.length > 5)
    return `${FIVE_FIELDS}: it fires once a minute at most, so leave out seconds and years`;
  if (fields.length < 5) return FIVE_FIELDS;
  const unknownField = fields.find((field) => !FIELD_PATTERN.test(field));
  if (unknownField !== undefined) return `${FIVE_FIELDS}; ${unknownField} is no such field`;
  try {
    return parse(fields.join(' '), 'UTC').nextRun(new Date(0)) === null
      ? 'never fires, because its months have no such day; change the day or the month'
      : undefined;
  } catch (error) {
    return `${FIVE_FIELDS}; ${explain(error)}`;
  }
}

/** Returns what is wrong with the name of a time zone. */
export function checkTimezone(value: unknown): string | undefined {
  return typeof value === 'string' &&
    value.length <= MAX_TIMEZONE_LENGTH &&
    TIMEZONE_PATTERN.test(value) &&
    isKnownTimezone(value)
    ? undefined
    : 'must be the IANA name of a time zone, like Europe/Berlin or UTC';
}

/** @throws ERROR_INVALID_PARAMETER */
export function validateTimezone(name: string): string {
  const problem = checkTimezone(name);
  if (problem !== undefined) throw DomainError.invalid('timezone', problem);
  return name;
}

/** Returns a checked expression with single spaces between its fields. */
export function normalizeSchedule(schedule: string): string {
  return splitFields(schedule).join(' ');
}

/**
 * Returns the first `count` scheduled times after `from`. A fixed time that does not exist when clocks go forward counts at
 * the moment of the change, and one that exists twice when they go back counts once, the first time, as in Debian's cron.
 */
export function findScheduledTimes(
  schedule: string,
  timezone: string,
  from: Date,
  count: number,
): readonly Date[] {
  return parse(schedule, timezone).nextRuns(count, from);
}

function parse(schedule: string, timezone: string): Cron {
  return new Cron(schedule, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true });
}

function splitFields(schedule: string): readonly string[] {
  return schedule.trim().split(/\s+/);
}

function isKnownTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** The parser's reason, without the name of its class. */
function explain(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^CronPattern: /, '');
}
