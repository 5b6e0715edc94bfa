/** Milliseconds. */
const DAY = 86_400_000;
/** An IANA name. An offset such as +02:00 is not one, because it does not imply daylight saving time. */
const NAMED = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;
const OFFSET = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const key = timezone.toLowerCase();
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
    formats.set(key, format);
  }
  return format;
}

/** Returns whether the IANA database contains the time zone. */
export function isTimezone(name: string): boolean {
  if (!NAMED.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the milliseconds by which the clocks of a time zone are ahead of UTC at this time. */
export function offsetAt(timezone: string, instant: number): number {
  const { value = '' } =
    formatOf(timezone)
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName') ?? {};
  const [, sign, hours, minutes, seconds = '0'] = OFFSET.exec(value) ?? [];
  const distance = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds);
  return (sign === '-' ? -distance : distance) * 1000;
}

export interface Instants {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns when the clocks of a time zone show a time. If they were set back over it, these are two instants. If they were set
 * forward over it, both are the instant of the change.
 * @param wall the time shown, in milliseconds since the epoch as if it were UTC
 */
export function instantsOf(timezone: string, wall: number): Instants {
  const before = offsetAt(timezone, wall - DAY);
  const after = offsetAt(timezone, wall + DAY);
  const shown = [wall - before, wall - after].filter((at) => at + offsetAt(timezone, at) === wall);
  if (shown.length > 0) return { first: Math.min(...shown), last: Math.max(...shown) };
  const at = changeOf(timezone, wall - Math.max(before, after), wall - Math.min(before, after));
  return { first: at, last: at };
}

/** Returns the first instant after `from` at which the offset has changed. There must be one until `to`. */
function changeOf(timezone: string, from: number, to: number): number {
  const offset = offsetAt(timezone, from);
  let [same, changed] = [from, to];
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offsetAt(timezone, middle) === offset) same = middle;
    else changed = middle;
  }
  return changed;
}
