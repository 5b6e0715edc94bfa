import { Allowance } from '../../quotas/domain/allowance.js';
import type { QuotaLimit, QuotaWindow } from '../../quotas/domain/quota-limit.js';
import { simulateLimit, type SimulatedDay } from '../../quotas/domain/simulate-limit.js';
import type { DayCount } from './tally.js';

export interface Shortage {
  /** Of the first day with too little. */
  readonly window: QuotaWindow;
  readonly day: string;
  /** What that day had before. */
  readonly granted: number;
}

export interface QuotaPreview {
  /** Units, one for each notification. */
  readonly refused: number;
  /** Only those that would have refused something. */
  readonly days: readonly SimulatedDay[];
  readonly shortage: Shortage | undefined;
}

/** What a limit would have done, if nobody else had used it. */
export function previewQuota(limit: QuotaLimit, counts: readonly DayCount[], now: Date): QuotaPreview {
  const demands = counts.map(({ day, count }) => ({ day, demand: count }));
  const { refused, days } = simulateLimit(limit, demands, now);
  const [first] = days;
  if (first === undefined) return { refused, days, shortage: undefined };
  const { day, granted } = first;
  // Nothing was refused before: what was granted in the month is all there was.
  const month = demands
    .filter((each) => each.day.slice(0, 7) === day.slice(0, 7) && each.day < day)
    .reduce((sum, { demand }) => sum + demand, granted);
  const window = new Allowance(limit, { day: granted, month }).take(1) ?? 'day';
  return { refused, days, shortage: { window, day, granted } };
}
