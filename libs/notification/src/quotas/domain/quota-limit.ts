import { DomainError } from '#shared/kernel/domain-error.js';

export const QUOTA_WINDOWS = ['day', 'month'] as const;
export type QuotaWindow = (typeof QUOTA_WINDOWS)[number];

/**
 * The amount of a protocol that may be used in a UTC day and in a UTC month. -1 or no value means unlimited. Stored as given.
 */
export type QuotaLimit = { readonly [Window in QuotaWindow]?: number | undefined };

/** Returns a limit with only the known windows. @throws ERROR_INVALID_PARAMETER naming the window */
export function validateLimit(given: QuotaLimit): QuotaLimit {
  for (const window of QUOTA_WINDOWS) {
    const value = given[window];
    if (value !== undefined && (!Number.isSafeInteger(value) || value < -1)) {
      throw DomainError.invalid(
        `limit.${window}`,
        'must be a whole number of at least 0, or -1 for unlimited',
      );
    }
  }
  return Object.fromEntries(
    QUOTA_WINDOWS.flatMap((window) => (given[window] === undefined ? [] : [[window, given[window]]])),
  );
}

/** Returns the amount that a window allows; `Infinity` if it is unlimited. */
export function getWindowLimit(limit: QuotaLimit, window: QuotaWindow): number {
  const value = limit[window] ?? -1;
  return value === -1 ? Infinity : value;
}

/** Returns warnings about a limit that is valid but hardly intended. */
export function findLimitWarnings(limit: QuotaLimit): readonly string[] {
  const [day, month] = [getWindowLimit(limit, 'day'), getWindowLimit(limit, 'month')];
  return day > month && day !== Infinity
    ? [`limit.day (${day}) is above limit.month (${month}): the month runs out first`]
    : [];
}

/** A UTC day as `2026-11-20`. */
export type Day = string;

export const formatDay = (at: Date): Day => at.toISOString().slice(0, 10);

/** Returns the end of the window that contains `at`, which is the beginning of the next one. */
export function getWindowEnd(window: QuotaWindow, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return new Date(window === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1));
}

/** Returns the length in seconds of the window that contains `at`. */
export function getWindowSeconds(window: QuotaWindow, at: Date): number {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return window === 'day' ? 86_400 : (Date.UTC(year, month + 1, 1) - Date.UTC(year, month, 1)) / 1000;
}
