import { DomainError } from '../kernel/domain-error.js';
import { invalidQuery } from './invalid-query.js';

const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
};
const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/;
const RELATIVE = /^\s*now\s*(?:\/\s*([dwm]))?\s*(?:([+-])\s*(\d{1,9})\s*([smhdw]))?\s*$/;
/** The maximum length in characters: longer text is no time, and many spaces would make the pattern slow. */
const MAX_LENGTH = 100;
const MIN_TIME = Date.parse('0001-01-02T00:00:00Z');
const MAX_TIME = Date.UTC(9999, 11, 31);

/** Returns an ISO 8601 date or time in a form that PostgreSQL reads. Without a zone it is UTC. */
export function parseInstant(value: unknown, place: string): string {
  const parts = parseParts(value);
  if (parts === undefined)
    throw invalidQuery(place, 'must be an ISO 8601 time, like 2026-11-20T10:00:00.000Z');
  return formatParts(parts);
}

/**
 * Reads an ISO 8601 time with a zone, to the millisecond. Returns `undefined` for other text, and outside the years 1 to
 * 9999.
 */
export function parseIsoTimestamp(text: string): Date | undefined {
  const parts = parseParts(text);
  if (parts?.zone === undefined) return undefined;
  const instant = new Date(formatParts(parts));
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : undefined;
}

interface Parts {
  readonly day: string;
  readonly time: string;
  readonly zone: string | undefined;
}

/** Returns the parts of a time that exists. Some systems write a space instead of the T, and a zone without colon or minutes. */
function parseParts(value: unknown): Parts | undefined {
  const found = typeof value === 'string' ? ISO.exec(value) : null;
  const [, day, hour = '00', minute = '00', second = '00', fraction = '0', zone] = found ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  return { day, time: `${hour}:${minute}:${second}.${fraction.slice(0, 6)}`, zone };
}

function formatParts({ day, time, zone = 'Z' }: Parts): string {
  return `${day}T${time}${zone.replace(/(\d\d):?(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)}`;
}

/** Reads a relative time: `now`, or the start of the UTC day, week (Monday) or month, plus or minus a distance. */
export function parseRelativeTime(value: unknown, place: string, now: Date): string {
  const found = typeof value === 'string' && value.length <= MAX_LENGTH ? RELATIVE.exec(value) : null;
  if (found === null) {
    throw invalidQuery(
      place,
      'must be now, now/d, now/w or now/m, then optionally + or - and <n>s, m, h, d or w, like now/d - 7d',
    );
  }
  const [, startUnit, sign, count = '0', unit = 's'] = found;
  const offset = Number(count) * (UNIT_MS[unit] ?? 0) * (sign === '-' ? -1 : 1);
  const time = startOf(now, startUnit) + offset;
  if (!(time > MIN_TIME && time < MAX_TIME)) throw invalidQuery(place, 'lies outside the years 1 to 9999');
  return new Date(time).toISOString();
}

function startOf(now: Date, unit: string | undefined): number {
  const time = now.getTime();
  if (unit === undefined) return time;
  if (unit === 'm') return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const day = time - (time % DAY_MS);
  return unit === 'd' ? day : day - ((now.getUTCDay() + 6) % 7) * DAY_MS;
}

/** Returns the smallest UUIDv7 of this millisecond. */
export function lowestUuid(milliseconds: number): string {
  const bounded = Math.min(Math.max(Math.floor(milliseconds), 0), 2 ** 48 - 1);
  const hex = bounded.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/**
 * Returns an id that is lower than those of all rows that follow something of this time. Their ids may be older by up to a day: if
 * clocks were wrong, or alarms arrived in another order than they were sent in.
 */
export function lowestUuidNear(milliseconds: number): string {
  return lowestUuid(milliseconds - DAY_MS);
}

/**
 * Returns the time in a uuid (v7), in milliseconds since the epoch. It selects the partition of a row. That of a
 * segment may be later than the arrival of its deliveries.
 */
export function getUuidTime(uuid: string): number {
  return parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** A time that a caller gives: in ISO 8601 with a zone, or relative to now, such as `now + 2h`. */
export type Moment = string;

export const MOMENT_FORMAT =
  'must be an ISO 8601 time with a zone, like 2026-11-20T10:00:00.000Z, or a distance, like now + 2h';

/** Converts a moment to a time. Returns `undefined` if the text is not a moment. */
export function parseMoment(text: Moment, now: Date): Date | undefined {
  const instant = parseIsoTimestamp(text);
  if (instant !== undefined) return instant;
  try {
    return new Date(parseRelativeTime(text, '', now));
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** @throws ERROR_INVALID_PARAMETER naming the field */
export function requireMoment(field: string, text: Moment, now: Date): Date {
  const moment = parseMoment(text, now);
  if (moment === undefined) throw DomainError.invalid(field, MOMENT_FORMAT);
  return moment;
}

/** Whether a text is a date that exists, like 2026-11-20, in the years 1 to 9999 (PostgreSQL has no year 0). */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // `Date` reads a day past the end of its month as a day of the next month.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
