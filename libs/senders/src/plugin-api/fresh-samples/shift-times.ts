const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const DAY_MS = 86_400_000;
/** A number counts as seconds, ms, µs or ns since 1970 only within this distance of the sample's own time. */
const MAX_EPOCH_DISTANCE_MS = 400 * DAY_MS;

const WEEKDAY = `(?:\\b(?<weekday>${WEEKDAYS.join('|')}),? +)?`;
const MONTH = `(?<monthName>${MONTHS.join('|')})`;
const CLOCK = '(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d))?';
const MERIDIEM = '(?: *(?<meridiem>[AP])\\.?M\\b)?';

/**
 * The notations of a time. The text around the named groups, such as fraction and zone, stays as it is: a time is moved by
 * whole seconds, on the clock that the sender shows.
 */
const NOTATIONS: readonly RegExp[] = [
  // 10:15:00 on 2025.03.04
  `\\b${CLOCK} on (?<year>20\\d\\d)(?<mark>[-./])(?<month>\\d\\d)\\k<mark>(?<day>\\d\\d)`,
  // 2025-03-04T10:15:00, 2025-03-04 10:15, 2025/03/04
  `(?<!\\d)(?<year>20\\d\\d)(?<mark>[-./])(?<month>\\d\\d)\\k<mark>(?<day>\\d\\d)(?!\\d)(?:[T ]+${CLOCK})?`,
  // Mar 4, 2025, 10:15:00 AM
  `${WEEKDAY}\\b${MONTH}[a-z]* +(?<day>\\d{1,2}),? +(?<year>20\\d\\d),?(?: +at)? +${CLOCK}${MERIDIEM}`,
  // Tue, 04 Mar 2025 10:15:00, 04-Mar-2025 10:15
  `${WEEKDAY}\\b(?<day>\\d{1,2})[ -]${MONTH}[a-z]*[ -](?<year>20\\d\\d),?(?: +at)? +${CLOCK}${MERIDIEM}`,
  // Tue Mar  4 10:15:00 UTC 2025, Mar  4 10:15:00
  `${WEEKDAY}\\b${MONTH} +(?<day>\\d{1,2}) +${CLOCK}(?:(?: +(?:[A-Z]{2,5}|[+-]\\d{4}))? +(?<year>20\\d\\d))?`,
  // 3/4/2025 10:15:00 AM
  `(?<!\\d)(?<month>\\d\\d?)/(?<day>\\d\\d?)/(?<year>20\\d\\d),? +${CLOCK}${MERIDIEM}`,
  // 04.03.2025 10:15:00
  `(?<!\\d)(?<day>\\d\\d?)\\.(?<month>\\d\\d?)\\.(?<year>20\\d\\d),? +${CLOCK}`,
  // 04/03/25 10:15:00
  `(?<!\\d)(?<day>\\d\\d)/(?<month>\\d\\d)/(?<shortYear>\\d\\d) +${CLOCK}`,
  // 20250304101500, 20250304T101500
  '(?<!\\d)(?<year>20\\d\\d)(?<month>[01]\\d)(?<day>[0-3]\\d)T?(?<hour>[0-2]\\d)(?<minute>[0-5]\\d)(?<second>[0-5]\\d)(?!\\d)',
].map((source) => new RegExp(source, 'dg'));
const EPOCH = /(?<![\w.-])\d{10}(?:\d{3}|\d{6}|\d{9})?(?![\w-]|\.\d*[^\d.]*\.)/g;

/** How the times of a sample are moved. */
export interface TimeShift {
  /** The time that becomes the present. */
  readonly from: Date;
  /** Whole seconds. */
  readonly seconds: number;
}

/** Returns the text with its times moved, each in its own notation. Distances between times stay the same. */
export function shiftTimes(text: string, shift: TimeShift): string {
  return rewriteTimes(text, NOTATIONS, shift.from, (time, isDate) => {
    if (!isDate) return time + shift.seconds * 1000;
    const [fromDay, toDay] = [shift.from.getTime(), shift.from.getTime() + shift.seconds * 1000].map((each) =>
      Math.floor(each / DAY_MS),
    );
    return time + ((toDay ?? 0) - (fromDay ?? 0)) * DAY_MS;
  });
}

/** Returns the newest time in a text; `undefined` if it has none. @param near a time that numbers are compared with */
export function findNewestTime(text: string, near: Date): Date | undefined {
  let newest: number | undefined;
  rewriteTimes(text, NOTATIONS, near, (time) => {
    newest = Math.max(newest ?? time, time);
    return time;
  });
  return newest === undefined ? undefined : new Date(newest);
}

type Move = (time: number, isDate: boolean) => number;

/** Applies one notation after the other, each to the parts of the text that those before it left over. */
function rewriteTimes(text: string, [notation, ...rest]: readonly RegExp[], from: Date, move: Move): string {
  if (notation === undefined) return rewriteEpochs(text, from, move);
  let done = '';
  let end = 0;
  for (const match of text.matchAll(notation)) {
    const rewritten = rewriteMatch(match, from, move);
    if (rewritten === undefined) continue;
    done += rewriteTimes(text.slice(end, match.index), rest, from, move) + rewritten;
    end = match.index + match[0].length;
  }
  return done + rewriteTimes(text.slice(end), rest, from, move);
}

function rewriteEpochs(text: string, from: Date, move: Move): string {
  return text.replaceAll(EPOCH, (digits) => {
    const time = Number(digits.slice(0, 10)) * 1000;
    if (Math.abs(time - from.getTime()) > MAX_EPOCH_DISTANCE_MS) return digits;
    return String(move(time, false) / 1000) + digits.slice(10);
  });
}

/** Returns `undefined` for digits that are no date, such as a version. */
function rewriteMatch(match: RegExpExecArray, from: Date, move: Move): string | undefined {
  const fields = match.groups ?? {};
  const time = readFields(fields, from);
  if (Number.isNaN(time)) return undefined;
  const moved = writeFields(new Date(move(time, fields['hour'] === undefined)), fields);
  const places = Object.entries(match.indices?.groups ?? {})
    .filter(([name, place]) => place !== undefined && moved[name] !== undefined)
    .toSorted(([, [one]], [, [other]]) => one - other);
  let text = '';
  let end = match.index;
  for (const [name, [start, after]] of places) {
    text += match.input.slice(end, start) + moved[name];
    end = after;
  }
  return text + match.input.slice(end, match.index + match[0].length);
}

type Fields = Readonly<Record<string, string | undefined>>;

function readFields(fields: Fields, from: Date): number {
  const { year, shortYear, month, monthName, day, hour = '0', minute = '0', second = '0', meridiem } = fields;
  const fullYear = shortYear === undefined ? Number(year ?? from.getUTCFullYear()) : 2000 + Number(shortYear);
  const monthIndex = monthName === undefined ? Number(month) - 1 : MONTHS.indexOf(monthName);
  const hours = meridiem === undefined ? Number(hour) : (Number(hour) % 12) + (meridiem === 'P' ? 12 : 0);
  if (monthIndex > 11 || Number(day) > 31 || hours > 23 || Number(minute) > 59) return Number.NaN;
  return Date.UTC(fullYear, monthIndex, Number(day), hours, Number(minute), Number(second));
}

function writeFields(time: Date, fields: Fields): Fields {
  const hours = time.getUTCHours();
  const pad = (value: number, name: string) =>
    String(value).padStart(fields[name]?.length === 2 ? 2 : 1, '0');
  return {
    weekday: WEEKDAYS[time.getUTCDay()],
    year: String(time.getUTCFullYear()),
    shortYear: String(time.getUTCFullYear()).slice(2),
    month: pad(time.getUTCMonth() + 1, 'month'),
    monthName: MONTHS[time.getUTCMonth()],
    day: pad(time.getUTCDate(), 'day'),
    hour: pad(fields['meridiem'] === undefined ? hours : hours % 12 || 12, 'hour'),
    minute: pad(time.getUTCMinutes(), 'minute'),
    second: pad(time.getUTCSeconds(), 'second'),
    meridiem: hours < 12 ? 'A' : 'P',
  };
}
