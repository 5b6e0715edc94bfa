import { windowsBetween, type Weekly } from './weekly-window.js';

/** The time in which something is silenced. */
export interface SilencePeriod {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly weekly: Weekly | null;
}

/**
 * Returns a function for times from `from` to `to`. It returns when the silence that applies at that time ends, or its weekly
 * window; `undefined` if the silence does not apply.
 * @param to inclusive
 */
export function silencedUntil(
  { starts_at, ends_at, weekly }: SilencePeriod,
  from: Date,
  to: Date,
): (at: Date) => Date | undefined {
  const windows = weekly && windowsBetween(weekly, from.getTime(), to.getTime() + 1);
  return (at) => {
    if (at < starts_at || at >= ends_at) return undefined;
    if (windows === null) return ends_at;
    const open = windows.filter(({ start, end }) => start <= at.getTime() && at.getTime() < end);
    if (open.length === 0) return undefined;
    return new Date(Math.min(ends_at.getTime(), Math.max(...open.map(({ end }) => end))));
  };
}
