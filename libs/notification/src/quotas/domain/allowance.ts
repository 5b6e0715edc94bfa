import { ceilingOf, WINDOWS, type QuotaLimit, type QuotaWindow } from './quota-limit.js';

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

  /** Takes the whole amount or nothing. Returns the window that has too little left, as {@link shortOf} does. */
  take(amount: number, keep = 0): QuotaWindow | undefined {
    const short = this.shortOf(amount, keep);
    if (short !== undefined) return short;
    this.day += amount;
    this.month += amount;
    return undefined;
  }

  /**
   * Returns the window that has too little left for an amount. If both have, the month, because it ends last.
   * @param keep the units that must be left afterwards; ignored for a window of a single unit
   */
  shortOf(amount: number, keep = 0): QuotaWindow | undefined {
    return (['month', 'day'] as const).find(
      (window) => amount > this.left(window) - (ceilingOf(this.limit, window) > 1 ? keep : 0),
    );
  }

  /** Returns the fullest window if at least this share of it is used. */
  usedTo(share: number): QuotaWindow | undefined {
    const usedShare = (window: QuotaWindow) => this[window] / ceilingOf(this.limit, window);
    const fullest = usedShare('month') >= usedShare('day') ? 'month' : 'day';
    return this[fullest] >= share * ceilingOf(this.limit, fullest) ? fullest : undefined;
  }

  get remaining(): Remaining {
    const [day, month] = WINDOWS.map((window) => this.left(window)).map((left) =>
      left === Infinity ? null : left,
    );
    return { day: day ?? null, month: month ?? null };
  }

  /** Nothing is left if the limit was lowered below what is used. */
  private left(window: QuotaWindow): number {
    return Math.max(0, ceilingOf(this.limit, window) - this[window]);
  }
}
