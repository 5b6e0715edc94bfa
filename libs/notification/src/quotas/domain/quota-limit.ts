import { DomainError } from '#shared/kernel/domain-error.js';

export const WINDOWS = ['day', 'month'] as const;
export type QuotaWindow = (typeof WINDOWS)[number];

/** How much of a protocol may be used in a UTC day and in a UTC month; -1 or absent is unlimited. Kept as given. */
export type QuotaLimit = { readonly [Window in QuotaWindow]?: number | undefined };

/** @throws ERROR_INVALID_PARAMETER naming the window */
export function checkedLimit(given: QuotaLimit): QuotaLimit {
  for (const window of WINDOWS) {
    const value = given[window];
    if (value !== undefined && (!Number.isSafeInteger(value) || value < -1)) {
      throw DomainError.invalid(
        `limit.${window}`,
        'must be a whole number of at least 0, or -1 for unlimited',
      );
    }
  }
  return Object.fromEntries(
    WINDOWS.flatMap((window) => (given[window] === undefined ? [] : [[window, given[window]]])),
  );
}

/** The number a window allows; `Infinity` when it is unlimited. */
export function ceilingOf(limit: QuotaLimit, window: QuotaWindow): number {
  const value = limit[window] ?? -1;
  return value === -1 ? Infinity : value;
}

/** What is allowed and yet hardly meant. */
export function warningsOf(limit: QuotaLimit): readonly string[] {
  const [day, month] = [ceilingOf(limit, 'day'), ceilingOf(limit, 'month')];
  return day > month && day !== Infinity
    ? [`limit.day (${day}) is above limit.month (${month}): the month runs out first`]
    : [];
}
