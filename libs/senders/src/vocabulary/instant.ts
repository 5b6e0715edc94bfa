import type { Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';
import type { PluginDelivery } from '../plugin-api/plugin.js';
import { findZoneOffsetHours, localToInstant, separateZone } from './time-zone.js';

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
/** `01-May-2026 10:00:00`, and `01/May/2026:10:00:00 +0200` of web servers. */
const DASHED_MONTH = /^(\d{1,2})[-/]([a-z]{3,9})[-/](\d{4})[ T:]+/i;
/** `2026年5月1日 10:00`, `2026년 5월 1일 10:00`. */
const ASIAN_DATE = /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일] ?/;
/** `2026-05-01 10:00:00 PM` */
const MERIDIEM =
  /(?<=^\d{4}[-/.]\d\d[-/.]\d\d[T ]{1,3})(\d{1,2})(:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?([AP])\.?M\.?/i;
/** RFC 1123: `Thu, 12 Oct 2023 07:51:03 GMT` */
const RFC_1123 =
  /^(?:[a-z]{3},\s*)?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)?\s+(?:GMT|UTC|UT|Z|[+-]\d{4})$/i;
/** date(1) and asctime: `Mon Apr 03 02:04:55 UTC 2023` */
const UNIX_DATE = /^[a-z]{3} ([a-z]{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (?:([A-Z]{2,5}|[+-]\d{4}) )?(\d{4})$/i;
const EPOCH = /^\d+(?:\.\d+)?(?:e\+?\d+)?$/i;
/** RFC 3339 with a zone, which Date.parse() reads as it is. Nearly all senders write it, so no other form is tried first. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

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

type Words = PluginDelivery['words'];

function isoMatchToDate(match: RegExpExecArray, words?: Words): Date | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z', name] =
    match;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const offset = /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(/[:.]/, '') || '00'}` : 'Z';
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  return match[8] === undefined ? applyZone(time, name, words) : toValidDate(time);
}

/** Applies an abbreviation. In release 0.2 a zone that is unknown, or means several, was taken as UTC by some forms. */
function applyZone(time: number, zone = 'UTC', words?: Words): Date | undefined {
  const hours = findZoneOffsetHours(zone) ?? (words === '0.2' ? 0 : undefined);
  return hours === undefined ? undefined : toValidDate(time - hours * 3_600_000);
}

/** Parses text with the month as a word, with dots, or in the American order. A missing zone is taken as UTC. */
function parseWrittenDate(text: string, words?: Words): Date | undefined {
  const dotted = DOTTED_DATE.exec(text);
  if (dotted !== null) {
    const [, day = '', month = '', year, clock, zone = 'UTC'] = dotted;
    return toValidDate(Date.parse(`${year}/${month}/${day} ${clock} ${zone}`));
  }
  const worded = MONTH_NAME_DATE.exec(text);
  if (worded !== null) {
    const [, m1, d1, d2, m2, year, clock, meridiem, zone] = worded;
    return parseDateAndClock(`${m1 ?? m2} ${d1 ?? d2} ${year}`, clock, meridiem, zone, words);
  }
  const slashed = AMERICAN_DATE.exec(text);
  if (slashed === null) return undefined;
  const [, month, day, year, clock, meridiem, zone] = slashed;
  return parseDateAndClock(`${month}/${day}/${year}`, clock, meridiem, zone, words);
}

function parseDateAndClock(
  date: string,
  clock = '',
  meridiem?: string,
  zone = 'UTC',
  words?: Words,
): Date | undefined {
  const offset = /^[+-]/.test(zone) ? zone.replace(':', '') : 'UTC';
  const time = Date.parse(`${date} ${clock}${meridiem === undefined ? '' : ` ${meridiem}M`} ${offset}`);
  return /^[+-]/.test(zone) ? toValidDate(time) : applyZone(time, zone, words);
}

/**
 * Parses an instant: ISO 8601, RFC 1123, date(1), text with the month as a word, or a count since 1970 in s, ms, µs or ns. The
 * zone may be an offset (`+02:00`, `UTC+2`), a name (`[Europe/Berlin]`) or an abbreviation. Without a zone it is UTC. With an
 * abbreviation that is unknown, or means several zones, it is not an instant: a wrong time would be worse than none.
 * @param words `0.2`: parse only the forms that this release knew
 */
export function parseInstant(from: Json, words?: Words): Date | undefined {
  const text = typeof from === 'number' ? from : textOf(from);
  if (text === undefined || typeof text === 'number') return parseEpoch(text ?? 0);
  if (text.length > 100) return undefined;
  if (RFC_3339.test(text)) return toValidDate(Date.parse(text));
  if (words === '0.2' || EPOCH.test(text) || !/\d/.test(text)) return parseText(text, words);
  const { text: local, zoneName } = separateZone(text);
  const time = parseText(toKnownForm(local));
  if (time === undefined || zoneName === undefined) return time;
  const at = localToInstant(time.getTime(), zoneName);
  return at === undefined ? undefined : toValidDate(at);
}

/** Rewrites further forms of a date to one that {@link parseText} knows. */
function toKnownForm(text: string): string {
  return text
    .replace(DASHED_MONTH, '$1 $2 $3 ')
    .replace(
      ASIAN_DATE,
      (_, year: string, month: string, day: string) =>
        `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} `,
    )
    .replace(MERIDIEM, (_, hour: string, rest: string, half: string) => {
      const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
      return `${String(hours).padStart(2, '0')}${rest}`;
    })
    .trim();
}

function parseText(text: string, words?: Words): Date | undefined {
  const iso = ISO.exec(text);
  if (iso !== null && !/^\d+$/.test(text)) return isoMatchToDate(iso, words);
  if (COMPACT.test(text)) return parseCompact(text);
  if (EPOCH.test(text)) return parseEpoch(Number(text));
  if (RFC_1123.test(text)) return toValidDate(Date.parse(text));
  const unix = UNIX_DATE.exec(text);
  return unix === null ? parseWrittenDate(text, words) : unixMatchToDate(unix);
}

/** Parses the output of date(1). Returns `undefined` if the abbreviation of the zone is ambiguous or unknown. */
function unixMatchToDate([, month, day, clock, zone = 'UTC', year]: RegExpExecArray): Date | undefined {
  if (/^[+-]|^(?:UTC|GMT)$/i.test(zone))
    return toValidDate(Date.parse(`${day} ${month} ${year} ${clock} ${zone}`));
  const hours = findZoneOffsetHours(zone);
  if (hours === undefined) return undefined;
  return toValidDate(Date.parse(`${day} ${month} ${year} ${clock} UTC`) - hours * 3_600_000);
}

function parseCompact(text: string): Date | undefined {
  const match = ISO.exec(`${text.slice(0, 8)}T${text.slice(8)}`);
  return match === null ? undefined : isoMatchToDate(match);
}

/** Returns a reader for the first instant at these paths. */
export function instant(...paths: readonly Path[]): Reader<Date> {
  return firstAt(paths, (value, { delivery }) => parseInstant(value, delivery.words));
}
