import { getWindowLimit, QUOTA_WINDOWS, type QuotaLimit, type QuotaWindow } from './quota-limit.js';

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
  findExhausted(amount: number, reserved = 0): QuotaWindow | undefined {
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
