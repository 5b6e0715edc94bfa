import { ceilingOf, WINDOWS, type QuotaLimit, type QuotaWindow } from './quota-limit.js';

/** What is left of each window; `null` is unlimited. */
export type Remaining = { readonly [Window in QuotaWindow]: number | null };

/** What a protocol may still use, of a limit, after what it has used today and this month. */
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

  /** All of it or nothing: the window in the way when it does not fit, as {@link shortOf} says. */
  take(amount: number, keep = 0): QuotaWindow | undefined {
    const short = this.shortOf(amount, keep);
    if (short !== undefined) return short;
    this.day += amount;
    this.month += amount;
    return undefined;
  }

  /**
   * The window that an amount does not fit into, the one that opens last if it is both.
   * @param keep what must be left then; a window of a single unit keeps nothing
   */
  shortOf(amount: number, keep = 0): QuotaWindow | undefined {
    return (['month', 'day'] as const).find(
      (window) => amount > this.left(window) - (ceilingOf(this.limit, window) > 1 ? keep : 0),
    );
  }

  /** The fullest window, if this share of it is used. */
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

  /** A limit that was lowered below what is used leaves nothing. */
  private left(window: QuotaWindow): number {
    return Math.max(0, ceilingOf(this.limit, window) - this[window]);
  }
}
