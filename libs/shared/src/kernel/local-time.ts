/** Milliseconds. */
const DAY_MS = 86_400_000;
const OFFSET_PATTERN = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/;

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timezone: string): Intl.DateTimeFormat {
  const key = timezone.toLowerCase();
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
    formats.set(key, format);
  }
  return format;
}

/** Returns the milliseconds by which the clocks of a time zone are ahead of UTC at this time. */
export function getOffset(timezone: string, instant: number): number {
  const { value = '' } =
    getFormat(timezone)
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName') ?? {};
  const [, sign, hours, minutes, seconds = '0'] = OFFSET_PATTERN.exec(value) ?? [];
  const distance = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds);
  return (sign === '-' ? -distance : distance) * 1000;
}

interface Instants {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns when the clocks of a time zone show a time. If they were set back over it, these are two instants. If they were set
 * forward over it, both are the instant of the change.
 * @param wallTime the time shown, in milliseconds since the epoch as if it were UTC
 */
export function findInstants(timezone: string, wallTime: number): Instants {
  const before = getOffset(timezone, wallTime - DAY_MS);
  const after = getOffset(timezone, wallTime + DAY_MS);
  const matching = [wallTime - before, wallTime - after].filter(
    (at) => at + getOffset(timezone, at) === wallTime,
  );
  if (matching.length > 0) return { first: Math.min(...matching), last: Math.max(...matching) };
  const at = findOffsetChange(
    timezone,
    wallTime - Math.max(before, after),
    wallTime - Math.min(before, after),
  );
  return { first: at, last: at };
}

/** Returns the first instant after `from` at which the offset has changed. There must be one until `to`. */
function findOffsetChange(timezone: string, from: number, to: number): number {
  const offset = getOffset(timezone, from);
  let [unchanged, changed] = [from, to];
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2);
    if (getOffset(timezone, middle) === offset) unchanged = middle;
    else changed = middle;
  }
  return changed;
}

/**
 * Returns the instant at which the clocks of a time zone show a time, by the rules of iCalendar: the first one if they were set
 * back over it. If they were set forward over it, the time counts by the clocks before the change.
 * @param wallTime as of {@link findInstants}
 */
export function toInstant(timezone: string, wallTime: number): number {
  const offset = getOffset(timezone, wallTime - DAY_MS);
  const { first } = findInstants(timezone, wallTime);
  return first + getOffset(timezone, first) === wallTime ? first : wallTime - offset;
}
