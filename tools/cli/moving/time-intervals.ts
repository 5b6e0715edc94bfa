import { isObject } from '#shared/kernel/json.js';

/** A window of a silence that comes every week. It ends on the next day if `to` is not later than `from`. */
export interface WeeklyWindow {
  readonly days: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

/** Why times cannot be taken over. */
export class IntervalError extends Error {}

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY_MINUTES = 1440;
const ONLY_WEEKLY = 'silences come back every week only';

/** Minutes of one day, from 0 to 1440, the end exclusive. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Spans by the day of the week, from Sunday. */
interface Week {
  readonly timezone: string;
  readonly days: readonly (readonly Span[])[];
}

/** Returns the windows during which one of the time intervals of Alertmanager or Grafana applies. @throws IntervalError */
export const listWindows = (intervals: readonly unknown[]): readonly WeeklyWindow[] =>
  joinWeeks(intervals.map(readWeek)).flatMap(toWindows);

/** Returns the windows during which none of them applies. @throws IntervalError */
export function listOtherWindows(intervals: readonly unknown[]): readonly WeeklyWindow[] {
  const weeks = joinWeeks(intervals.map(readWeek));
  const [week] = weeks;
  if (week === undefined || weeks.length > 1)
    throw new IntervalError('the time outside intervals of several time zones is no weekly window');
  return toWindows({ ...week, days: week.days.map(invert) });
}

function joinWeeks(weeks: readonly Week[]): readonly Week[] {
  return [...Map.groupBy(weeks, ({ timezone }) => timezone)].map(([timezone, same]) => ({
    timezone,
    days: DAYS.map((_, day) => mergeSpans(same.flatMap(({ days }) => days[day] ?? []))),
  }));
}

function readWeek(interval: unknown): Week {
  if (!isObject(interval)) throw new IntervalError('it is no object');
  const { times = [], weekdays = [], location = 'UTC', ...others } = interval;
  const [unfit] = Object.entries(others).find(([, value]) => Array.isArray(value) && value.length > 0) ?? [];
  if (unfit !== undefined) throw new IntervalError(`it has ${unfit}, and ${ONLY_WEEKLY}`);
  if (typeof location !== 'string' || location === 'Local')
    throw new IntervalError('its time zone is that of a computer');
  const spans = readTimes(times);
  const days = readDays(weekdays);
  return {
    timezone: location === '' ? 'UTC' : location,
    days: DAYS.map((_, day) => (days.has(day) ? spans : [])),
  };
}

function readTimes(times: unknown): readonly Span[] {
  if (!Array.isArray(times)) throw new IntervalError('its times are no list');
  if (times.length === 0) return [{ from: 0, to: DAY_MINUTES }];
  return times.map((each: unknown) => {
    const { start_time, end_time } = (each ?? {}) as Readonly<Record<string, unknown>>;
    const [from, to] = [toMinutes(start_time), toMinutes(end_time)];
    if (from === undefined || to === undefined || from >= to)
      throw new IntervalError('its times need start_time and a later end_time like 09:00');
    return { from, to };
  });
}

function toMinutes(time: unknown): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(String(time)) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const found = Number(hours) * 60 + Number(minutes);
  return found <= DAY_MINUTES ? found : undefined;
}

function readDays(weekdays: unknown): ReadonlySet<number> {
  if (!Array.isArray(weekdays)) throw new IntervalError('its weekdays are no list');
  if (weekdays.length === 0) return new Set(DAYS.keys());
  return new Set(
    weekdays.flatMap((each) => {
      const [from, to = from] = String(each).toLowerCase().split(':').map(toDay);
      if (from === undefined || to === undefined || from < 0 || to < from)
        throw new IntervalError('its weekdays must be like monday or monday:friday');
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    }),
  );
}

const toDay = (name: string): number => NAMES.indexOf(name.trim());

function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

function invert(spans: readonly Span[]): readonly Span[] {
  const edges = [0, ...spans.flatMap(({ from, to }) => [from, to]), DAY_MINUTES];
  return edges.flatMap((from, at) => {
    const to = edges[at + 1];
    return at % 2 === 1 || to === undefined || from === to ? [] : [{ from, to }];
  });
}

/** Days with the same times are one window. */
function toWindows({ timezone, days }: Week): readonly WeeklyWindow[] {
  const spans = days.flatMap((each, day) =>
    each.map(({ from, to }) => ({ key: `${from}-${to}`, from, to, day })),
  );
  return [...Map.groupBy(spans, ({ key }) => key).values()].map((same) => ({
    days: same.map(({ day }) => DAYS[day] ?? ''),
    from: formatMinutes(same[0]?.from ?? 0),
    to: formatMinutes((same[0]?.to ?? 0) % DAY_MINUTES),
    timezone,
  }));
}

const formatMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
