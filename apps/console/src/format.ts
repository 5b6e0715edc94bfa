const COUNT_FORMAT = new Intl.NumberFormat('en');
const TIME_FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const formatCount = (value: number): string => COUNT_FORMAT.format(value);

/** Formats an instant in the user's time zone. */
export const formatTime = (at: Date): string => TIME_FORMAT.format(at);

const UNITS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** Formats a duration with at most two units: `4 s`, `3 min`, `5 h 12 min`. A negative one counts as 0. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const first = UNITS.findIndex(([step]) => seconds >= step);
  if (first === -1) return '0 s';
  const [step, unit] = UNITS[first] as (typeof UNITS)[number];
  const whole = `${Math.floor(seconds / step)} ${unit}`;
  const next = UNITS[first + 1];
  // Minutes are shown without seconds, which change too fast to be read.
  if (next === undefined || unit === 'min') return whole;
  const remainder = Math.floor((seconds % step) / next[0]);
  return remainder === 0 ? whole : `${whole} ${remainder} ${next[1]}`;
}

const CLOCK_FORMAT = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** Formats the time of a day in the user's time zone: `8:00`. */
export const formatClock = (at: Date): string => CLOCK_FORMAT.format(at);

const MINUTE_FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Formats an instant without seconds, and without the date if it is the same day as another instant. */
export const formatShortTime = (at: Date, today: Date): string =>
  (at.toDateString() === today.toDateString() ? CLOCK_FORMAT : MINUTE_FORMAT).format(at);

const DAY_FORMAT = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

/** Formats a day in the user's time zone: `Sunday, November 29`. */
export const formatDay = (at: Date): string => DAY_FORMAT.format(at);
