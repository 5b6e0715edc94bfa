import { formatDuration } from '../format.js';

/** Returns a list as people say it: `ann, ben and cy`. */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Returns a number of seconds as people say it: `10 min`. */
export const describeSeconds = (seconds: number): string => formatDuration(seconds * 1_000);

/** Returns how often, for a number of seconds: `every hour`. */
export function describeEvery(seconds: number): string {
  const word = { 3_600: 'hour', 86_400: 'day', 604_800: 'week' }[seconds];
  return `every ${word ?? describeSeconds(seconds)}`;
}

/** Returns a time as people say it on the day: `tomorrow 08:00`. @param timeZone default: that of the browser */
export function describeWhen(at: string, now: number, timeZone?: string): string {
  const time = new Date(at);
  const dayOf = (date: Date) => date.toLocaleDateString('en-CA', { timeZone });
  const clock = time.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const days = Math.round((Date.parse(dayOf(time)) - Date.parse(dayOf(new Date(now)))) / 86_400_000);
  const near = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[days];
  if (near !== undefined) return `${near} ${clock}`;
  const isFar = Math.abs(days) > 180;
  const date = time.toLocaleDateString('en-GB', {
    ...{ timeZone, weekday: 'short', day: 'numeric', month: 'short' },
    ...(isFar ? { year: 'numeric' as const } : {}),
  });
  return `${date} ${clock}`;
}

/** The hour at which the working day begins. */
const MORNING = 8;
/** Whoever is woken before this hour means the same morning, and not that of the next day. */
const NIGHT_ENDS = 6;

/** Returns the next morning at 8:00 in the reader's time zone. */
export function nextMorning(at: number): Date {
  const morning = new Date(at);
  const hour = morning.getHours();
  morning.setHours(MORNING, 0, 0, 0);
  if (hour >= NIGHT_ENDS) morning.setDate(morning.getDate() + 1);
  return morning;
}
