export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

// Days are counted in UTC, so a bar of a day has the date that it has there. Hours are shown in the zone of the reader.
const DAY_FORMAT = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LOCAL_DAY_FORMAT = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const HOUR_FORMAT = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const FULL_FORMAT = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const FULL_DAY_FORMAT = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

/** Returns the span of a bar in words. @param step the width of the bar in seconds */
export function formatBarTime(time: number, step: number): string {
  if (step >= DAY_SECONDS) return `${FULL_DAY_FORMAT.format(dateOf(time))} (UTC)`;
  return `${FULL_FORMAT.format(dateOf(time))} – ${HOUR_FORMAT.format(dateOf(time + step))}`;
}

/** Returns the text at each tick: hours with the day where it changes, or days. Times in seconds since 1970. */
export function labelTicks(ticks: readonly number[], step: number): readonly string[] {
  if (step >= DAY_SECONDS) return ticks.map((tick) => DAY_FORMAT.format(dateOf(tick)));
  return ticks.map((tick, index) => {
    const day = LOCAL_DAY_FORMAT.format(dateOf(tick));
    const before = ticks[index - 1];
    const isNewDay = before === undefined || LOCAL_DAY_FORMAT.format(dateOf(before)) !== day;
    return `${HOUR_FORMAT.format(dateOf(tick))}${isNewDay ? `\n${day}` : ''}`;
  });
}
