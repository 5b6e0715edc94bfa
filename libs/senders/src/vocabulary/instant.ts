import type { Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';

// Groups: year, month, day, hour, minute, second, fraction, offset, zone name. The suffix that Go appends (`m=+0.1`) is ignored.
const ISO =
  /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?:[T\s]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*\(?(Z|UTC|GMT|[+-]\d\d(?:[:.]?\d\d)?)?\)?(?:\s+([A-Z]{1,5}))?(?:\s+m=\S+)?$/i;
/** `20250304101500`: digits of a date and time. As a count of milliseconds they would be centuries ahead. */
const COMPACT = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/;
/** `04.08.2022 17:07:20`: in a date with dots the day comes first. */
const DOTTED_DATE = /^(\d\d?)\.(\d\d?)\.(\d{4}),? +(\d\d:\d\d(?::\d\d)?)(?: +(UTC|GMT|[+-]\d{4}))?$/;
/** `Mar 4, 2025, 10:15:00 AM UTC`, `04 March 2025 10:15`. */
const MONTH_NAME_DATE =
  /^(?:[a-z]{3,9},? +)?(?:([a-z]{3})[a-z]* +(\d{1,2})|(\d{1,2}) +([a-z]{3})[a-z]*),? +(\d{4}),?(?: +at)? +(\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?(?: *([ap])\.?m\.?)?(?: +\(?([A-Z]{1,5}|[+-]\d\d:?\d\d)\)?)?$/i;
/** `03/04/2025 10:15:00 AM UTC`: the American form, accepted only with AM or PM and a zone. */
const AMERICAN_DATE =
  /^(\d\d?)\/(\d\d?)\/(\d{4}),? +(\d{1,2}:\d\d(?::\d\d)?) *([AP])M +([A-Z]{1,5}|[+-]\d\d:?\d\d)$/i;
/** Offsets in hours of zone abbreviations that are unambiguous. */
const ZONE_OFFSET_HOURS: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
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
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
};
/** RFC 1123: `Thu, 12 Oct 2023 07:51:03 GMT` */
const RFC_1123 =
  /^(?:[a-z]{3},\s*)?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)?\s+(?:GMT|UTC|UT|Z|[+-]\d{4})$/i;
/** date(1) and asctime: `Mon Apr 03 02:04:55 UTC 2023` */
const UNIX_DATE = /^[a-z]{3} ([a-z]{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (?:([A-Z]{2,5}|[+-]\d{4}) )?(\d{4})$/i;
const EPOCH = /^\d+(?:\.\d+)?(?:e\+?\d+)?$/i;

const YEAR_10000 = Date.UTC(10_000, 0);
// Many senders write "no time" as the zero time of Go, `0001-01-01T00:00:00Z`.
const YEAR_2 = new Date(0).setUTCFullYear(2, 0, 1) - 0;

function toValidDate(milliseconds: number): Date | undefined {
  return milliseconds >= YEAR_2 && milliseconds < YEAR_10000 ? new Date(milliseconds) : undefined;
}

/** Converts a count since 1970. Its size shows whether it is in s, ms, µs or ns. Senders use 0 and less for "no time". */
function parseEpoch(count: number): Date | undefined {
  if (!(count > 0)) return undefined;
  // Fractions of a millisecond are cut, as for text. The added thousandth corrects the rounding error of a double.
  if (count < 1e11) return toValidDate(Math.floor(count * 1e3 + 1e-3));
  if (count < 1e14) return toValidDate(Math.floor(count));
  if (count < 1e17) return toValidDate(Math.floor(count / 1e3));
  // In nanoseconds this would be after the year 2286, so it is not a time.
  return count < 1e19 ? toValidDate(Math.floor(count / 1e6)) : undefined;
}

function isoMatchToDate(match: RegExpExecArray): Date | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z', name] =
    match;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const offset = /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(/[:.]/, '') || '00'}` : 'Z';
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  return toValidDate(match[8] === undefined ? time - zoneOffsetHours(name) * 3_600_000 : time);
}

function zoneOffsetHours(zone: string | undefined): number {
  return ZONE_OFFSET_HOURS[zone?.toUpperCase() ?? ''] ?? 0;
}

/** Parses text with the month as a word, with dots, or in the American order. A missing or unknown zone is taken as UTC. */
function parseWrittenDate(text: string): Date | undefined {
  const dotted = DOTTED_DATE.exec(text);
  if (dotted !== null) {
    const [, day = '', month = '', year, clock, zone = 'UTC'] = dotted;
    return toValidDate(Date.parse(`${year}/${month}/${day} ${clock} ${zone}`));
  }
  const worded = MONTH_NAME_DATE.exec(text);
  if (worded !== null) {
    const [, m1, d1, d2, m2, year, clock, meridiem, zone] = worded;
    return parseDateAndClock(`${m1 ?? m2} ${d1 ?? d2} ${year}`, clock, meridiem, zone);
  }
  const slashed = AMERICAN_DATE.exec(text);
  if (slashed === null) return undefined;
  const [, month, day, year, clock, meridiem, zone] = slashed;
  return parseDateAndClock(`${month}/${day}/${year}`, clock, meridiem, zone);
}

function parseDateAndClock(date: string, clock = '', meridiem?: string, zone = 'UTC'): Date | undefined {
  const offset = /^[+-]/.test(zone) ? zone.replace(':', '') : 'UTC';
  const time = Date.parse(`${date} ${clock}${meridiem === undefined ? '' : ` ${meridiem}M`} ${offset}`);
  return toValidDate(time - zoneOffsetHours(zone) * 3_600_000);
}

/**
 * Parses an instant: ISO 8601 (UTC if there is no zone), RFC 1123, date(1), text with the month as a word, or a count
 * since 1970 in s, ms, µs or ns.
 */
export function parseInstant(from: Json): Date | undefined {
  const text = typeof from === 'number' ? from : textOf(from);
  if (text === undefined || typeof text === 'number') return parseEpoch(text ?? 0);
  if (text.length > 100) return undefined;
  const iso = ISO.exec(text);
  if (iso !== null && !/^\d+$/.test(text)) return isoMatchToDate(iso);
  if (COMPACT.test(text)) return parseCompact(text);
  if (EPOCH.test(text)) return parseEpoch(Number(text));
  if (RFC_1123.test(text)) return toValidDate(Date.parse(text));
  const unix = UNIX_DATE.exec(text);
  return unix === null ? parseWrittenDate(text) : unixMatchToDate(unix);
}

/** Parses the output of date(1). Returns `undefined` if the abbreviation of the zone is ambiguous or unknown. */
function unixMatchToDate([, month, day, clock, zone = 'UTC', year]: RegExpExecArray): Date | undefined {
  if (/^[+-]|^(?:UTC|GMT)$/i.test(zone))
    return toValidDate(Date.parse(`${day} ${month} ${year} ${clock} ${zone}`));
  const hours = ZONE_OFFSET_HOURS[zone.toUpperCase()];
  if (hours === undefined) return undefined;
  return toValidDate(Date.parse(`${day} ${month} ${year} ${clock} UTC`) - hours * 3_600_000);
}

function parseCompact(text: string): Date | undefined {
  const match = ISO.exec(`${text.slice(0, 8)}T${text.slice(8)}`);
  return match === null ? undefined : isoMatchToDate(match);
}

/** Returns a reader for the first instant at these paths. */
export function instant(...paths: readonly Path[]): Reader<Date> {
  return firstAt(paths, parseInstant);
}
