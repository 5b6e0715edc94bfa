import { Allowance, type Day, type QuotaLimit, type QuotaWindow } from './quota-limit.js';
import { simulateLimit, type SimulatedDay } from './simulate-limit.js';

export interface Shortage {
  /** The window, on the first day on which the limit is too small. */
  readonly window: QuotaWindow;
  readonly day: Day;
  /** What would have been granted on that day. */
  readonly granted: number;
}

export interface QuotaPreview {
  /** The number of units that would have been refused. */
  readonly refused: number;
  /** Only days on which something would have been refused. */
  readonly days: readonly SimulatedDay[];
  readonly shortage: Shortage | undefined;
}

/**
 * Returns what a limit would have granted and refused, if nothing else had used the quota.
 * @param counts units, in the order of the days
 * @param unitsEach the units that are granted or refused together
 */
export function previewQuota(
  limit: QuotaLimit,
  counts: readonly { readonly day: Day; readonly count: number }[],
  now: Date,
  unitsEach = 1,
): QuotaPreview {
  const demands = counts.map(({ day, count }) => ({ day, demand: count }));
  const { refused, days } = simulateLimit(limit, demands, now, unitsEach);
  const [first] = days;
  if (first === undefined) return { refused, days, shortage: undefined };
  const { day, granted } = first;
  // The first day with a refusal: all demand of the month before it was granted.
  const month = demands
    .filter((each) => each.day.slice(0, 7) === day.slice(0, 7) && each.day < day)
    .reduce((sum, { demand }) => sum + demand, granted);
  const window = new Allowance(limit, { day: granted, month }).take(unitsEach) ?? 'day';
  return { refused, days, shortage: { window, day, granted } };
}
