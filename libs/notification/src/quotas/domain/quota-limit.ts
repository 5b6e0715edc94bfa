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
