/**
 * Offsets in hours of zone abbreviations that mean one zone. `CST`, `IST`, `BST`, `AST` and others mean several: a time with
 * one of them is not an instant.
 */
const ZONE_OFFSET_HOURS: Readonly<Record<string, number>> = {
  UTC: 0,
  UT: 0,
  GMT: 0,
  Z: 0,
  EST: -5,
  EDT: -4,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  SGT: 8,
  HKT: 8,
  JST: 9,
  KST: 9,
  AWST: 8,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
};

/** Returns the offset in hours of an abbreviation; `undefined` if it is unknown, or means several zones. */
export function findZoneOffsetHours(abbreviation: string): number | undefined {
  const name = abbreviation.toUpperCase();
  return Object.hasOwn(ZONE_OFFSET_HOURS, name) ? ZONE_OFFSET_HOURS[name] : undefined;
}

/** `UTC+8`, `GMT+08:00`, `(UTC +0800)`, also in the middle of a date of Java. */
const NAMED_OFFSET = /\(?(?<![A-Za-z/])(?:UTC|GMT) ?([+-])(\d{1,2})(?::?(\d\d))?\b\)?/i;
/** What repeats the zone after an offset: `+02:00[Europe/Berlin]`, `Z[UTC]`, `+0800 (China Standard Time)`. */
const REPEATED_ZONE = /(?<=Z|[+-]\d\d(?::?\d\d)?) ?(?:\[[\w+/-]{1,40}\]|\(\p{L}[\p{L} .]{1,60}\))$/iu;
/** The name of a zone at the end: `[Europe/Berlin]`, `America/Argentina/Ushuaia`. */
const ZONE_NAME =
  /\s{0,3}[[(]?\b((?:UTC|GMT)(?=\])|[A-Z][A-Za-z_]{2,20}(?:\/[A-Za-z\d_+-]{2,30}){1,2})[\])]?$/;

export interface ZonedText {
  /** The text with its zone as an offset, or without its zone. */
  readonly text: string;
  /** The name of the zone in which the text is a local time. */
  readonly zoneName?: string;
}

/** Rewrites the ways in which senders write a zone to an offset such as `+0200`. A zone with a name is returned apart. */
export function separateZone(written: string): ZonedText {
  const text = written.replace(REPEATED_ZONE, '');
  const name = ZONE_NAME.exec(text);
  if (name !== null) return { text: text.slice(0, name.index), zoneName: name[1] ?? 'UTC' };
  return {
    text: text.replace(
      NAMED_OFFSET,
      (_, sign: string, hours: string, minutes = '00') => `${sign}${hours.padStart(2, '0')}${minutes}`,
    ),
  };
}

/** A zone changes its offset only at a quarter of an hour, so this is how long an offset can be reused. */
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
const MAX_CACHED = 5_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

function getFormat(zoneName: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zoneName);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zoneName, timeZoneName: 'longOffset' });
    formats.set(zoneName, format);
    return format;
  } catch {
    return undefined;
  }
}

/** Returns the offset of a zone at an instant, in milliseconds; `undefined` if there is no such zone. */
function findOffset(zoneName: string, instant: number): number | undefined {
  const format = getFormat(zoneName);
  if (format === undefined) return undefined;
  const key = `${zoneName} ${Math.floor(instant / QUARTER_MS)}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const [, sign, hours = '0', minutes = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(instant)) ?? [];
    offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    if (offsets.size >= MAX_CACHED) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

/**
 * Converts a local time, given as if it were UTC, to the instant. Of a time that occurs twice when clocks are turned back, the
 * first is taken. A time that is skipped when they are put forward counts by the offset before.
 */
export function localToInstant(localTime: number, zoneName: string): number | undefined {
  const before = findOffset(zoneName, localTime - DAY_MS);
  const after = findOffset(zoneName, localTime + DAY_MS);
  if (before === undefined || after === undefined) return undefined;
  const later = localTime - after;
  return before !== after &&
    findOffset(zoneName, localTime - before) !== before &&
    findOffset(zoneName, later) === after
    ? later
    : localTime - before;
}
