const COUNT = new Intl.NumberFormat('en');
const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const countOf = (value: number): string => COUNT.format(value);

/** Formats an instant in the user's time zone. */
export const localTime = (at: Date): string => LOCAL.format(at);

const STEPS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** Formats a duration with at most two units: `4 s`, `3 min`, `5 h 12 min`. A negative one counts as 0. */
export function durationOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const first = STEPS.findIndex(([step]) => seconds >= step);
  if (first === -1) return '0 s';
  const [step, unit] = STEPS[first] as (typeof STEPS)[number];
  const whole = `${Math.floor(seconds / step)} ${unit}`;
  const next = STEPS[first + 1];
  // Minutes are shown without seconds, which change too fast to be read.
  if (next === undefined || unit === 'min') return whole;
  const rest = Math.floor((seconds % step) / next[0]);
  return rest === 0 ? whole : `${whole} ${rest} ${next[1]}`;
}
