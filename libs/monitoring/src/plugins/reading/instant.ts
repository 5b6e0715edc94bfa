import type { Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';

// Year, month, day, hour, minute, second, fraction, zone. What Go, .NET and databases add after the zone is let be.
const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T\s]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*\(?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?\)?(?:\s+[A-Z]{1,5})?(?:\s+m=\S+)?$/i;
/** RFC 1123: `Thu, 12 Oct 2023 07:51:03 GMT` */
const RFC_1123 =
  /^(?:[a-z]{3},\s*)?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)?\s+(?:GMT|UTC|UT|Z|[+-]\d{4})$/i;
/** date(1) and asctime: `Mon Apr 03 02:04:55 UTC 2023` */
const UNIX_DATE = /^[a-z]{3} ([a-z]{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (?:(UTC|GMT|[+-]\d{4}) )?(\d{4})$/i;
const EPOCH = /^\d+(?:\.\d+)?(?:e\+?\d+)?$/i;

const YEAR_10000 = Date.UTC(10_000, 0);
// The zero time of Go (`0001-01-01T00:00:00Z`) is how many senders write "none".
const YEAR_2 = new Date(0).setUTCFullYear(2, 0, 1) - 0;

function within(milliseconds: number): Date | undefined {
  return milliseconds >= YEAR_2 && milliseconds < YEAR_10000 ? new Date(milliseconds) : undefined;
}

/** Seconds, milliseconds, microseconds or nanoseconds are told apart by their size; 0 and less is how senders say "none". */
function ofEpoch(count: number): Date | undefined {
  if (!(count > 0)) return undefined;
  if (count < 1e11) return within(Math.round(count * 1e3));
  if (count < 1e14) return within(Math.floor(count));
  if (count < 1e17) return within(Math.floor(count / 1e3));
  // More nanoseconds than the year 2286 has are no time but a mistake.
  return count < 1e19 ? within(Math.floor(count / 1e6)) : undefined;
}

function ofIso(match: RegExpExecArray): Date | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = match;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const offset = /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  return within(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`));
}

/** An instant from ISO 8601 text (no zone is UTC), RFC 1123, date(1), or a count since 1970 in s, ms, µs or ns. */
export function instantOf(from: Json): Date | undefined {
  const written = typeof from === 'number' ? from : textOf(from);
  if (written === undefined || typeof written === 'number') return ofEpoch(written ?? 0);
  if (written.length > 100) return undefined;
  const iso = ISO.exec(written);
  if (iso !== null && !/^\d+$/.test(written)) return ofIso(iso);
  if (EPOCH.test(written)) return ofEpoch(Number(written));
  if (RFC_1123.test(written)) return within(Date.parse(written));
  const unix = UNIX_DATE.exec(written);
  return unix === null
    ? undefined
    : within(Date.parse(`${unix[2]} ${unix[1]} ${unix[5]} ${unix[3]} ${unix[4] ?? 'UTC'}`));
}

/** The first of these paths that holds an instant. */
export function instant(...paths: readonly Path[]): Reader<Date> {
  return firstAt(paths, instantOf);
}
