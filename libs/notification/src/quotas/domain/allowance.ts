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

  /** All of it or nothing: the window in the way when it does not fit, the one that opens last if both are. */
  take(amount: number): QuotaWindow | undefined {
    if (amount > this.left('month')) return 'month';
    if (amount > this.left('day')) return 'day';
    this.day += amount;
    this.month += amount;
    return undefined;
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
