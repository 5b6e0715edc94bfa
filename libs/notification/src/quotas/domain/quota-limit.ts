import { DomainError } from '#shared/kernel/domain-error.js';
import { getCallerKind, type Scope } from '#shared/kernel/scope.js';

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

/** The limits of protocols without a quota. */
export class DefaultQuota {
  /**
   * @param limit of all protocols
   * @param mailsPerDay of the protocol `email`, if `limit` has none for the day: mails leave by the operator's server
   */
  constructor(
    private readonly limit: QuotaLimit,
    private readonly mailsPerDay?: number,
  ) {}

  /** @throws ERROR_PERMISSION_DENIED if only the operator may allow so much: mails leave by the operator's server */
  requireAllowed(scope: Scope, protocol_id: string, limit: QuotaLimit): void {
    const { mailsPerDay } = this;
    if (protocol_id !== 'email' || mailsPerDay === undefined || getCallerKind(scope) === 'operator') return;
    if (getWindowLimit(limit, 'day') <= mailsPerDay) return;
    throw new DomainError(
      'ERROR_PERMISSION_DENIED',
      'denied',
      `limit.day must be at most ${mailsPerDay} (MAIL_DAILY_LIMIT). The operator may allow more, with the root key`,
    );
  }

  limitOf(protocol_id: string): QuotaLimit {
    const { limit, mailsPerDay } = this;
    return protocol_id === 'email' && mailsPerDay !== undefined ? { day: mailsPerDay, ...limit } : limit;
  }
}

/** What is left of each window; `null` means unlimited. */
export type Remaining = { readonly [Window in QuotaWindow]: number | null };

/** What is left of a limit after the usage of today and of this month. */
export class Allowance {
  private day: number;
  private month: number;

  constructor(
    readonly limit: QuotaLimit,
    used: { readonly day: number; readonly month: number },
  ) {
    this.day = used.day;
    this.month = used.month;
  }

  /** Takes the whole amount or nothing. Returns the window that has too little left, as {@link findExhausted} does. */
  take(amount: number, reserved = 0): QuotaWindow | undefined {
    const exhausted = this.findExhausted(amount, reserved);
    if (exhausted !== undefined) return exhausted;
    this.day += amount;
    this.month += amount;
    return undefined;
  }

  /**
   * Returns the window that has too little left for an amount. If both have, the month, because it ends last.
   * @param reserved the units that must be left afterwards; ignored for a window of a single unit
   */
  findExhausted(amount: number, reserved: number): QuotaWindow | undefined {
    return (['month', 'day'] as const).find(
      (window) => amount > this.remainingIn(window) - (getWindowLimit(this.limit, window) > 1 ? reserved : 0),
    );
  }

  /**
   * Returns the most that a window can grant at once if an amount is more than that, even in a new window; `undefined` if the amount can
   * be granted some time. A window that allows nothing at all is closed for the time being, and tells nothing of the amount.
   */
  findCeilingBelow(amount: number, reserved = 0): { window: QuotaWindow; most: number } | undefined {
    return (['month', 'day'] as const)
      .map((window) => {
        const limit = getWindowLimit(this.limit, window);
        return { window, most: limit > 1 ? limit - reserved : limit };
      })
      .find(({ most }) => most > 0 && amount > most);
  }

  /** Returns the fullest window if at least this share of it is used. */
  findWindowAbove(share: number): QuotaWindow | undefined {
    const computeUsedShare = (window: QuotaWindow) => this[window] / getWindowLimit(this.limit, window);
    const fullest = computeUsedShare('month') >= computeUsedShare('day') ? 'month' : 'day';
    return this[fullest] >= share * getWindowLimit(this.limit, fullest) ? fullest : undefined;
  }

  get remaining(): Remaining {
    const [day, month] = QUOTA_WINDOWS.map((window) => this.remainingIn(window)).map((value) =>
      value === Infinity ? null : value,
    );
    return { day: day ?? null, month: month ?? null };
  }

  /** Nothing is left if the limit was lowered below what is used. */
  private remainingIn(window: QuotaWindow): number {
    return Math.max(0, getWindowLimit(this.limit, window) - this[window]);
  }
}
