import { findWindows, type WeeklyWindow } from './weekly-window.js';

/** The time in which something is silenced. */
export interface SilencePeriod {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly weekly: WeeklyWindow | null;
}

/**
 * Returns a function for times from `from` to `to`. It returns when the silence that applies at that time ends, or its weekly
 * window; `undefined` if the silence does not apply.
 * @param to inclusive
 */
export function createSilenceLookup(
  { starts_at, ends_at, weekly }: SilencePeriod,
  from: Date,
  to: Date,
): (at: Date) => Date | undefined {
  const windows = weekly && findWindows(weekly, from.getTime(), to.getTime() + 1);
  return (at) => {
    if (at < starts_at || at >= ends_at) return undefined;
    if (windows === null) return ends_at;
    const openWindows = windows.filter(({ start, end }) => start <= at.getTime() && at.getTime() < end);
    if (openWindows.length === 0) return undefined;
    return new Date(Math.min(ends_at.getTime(), Math.max(...openWindows.map(({ end }) => end))));
  };
}
