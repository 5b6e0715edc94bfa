import {
  Allowance,
  getWindowLimit,
  formatDay,
  getWindowEnd,
  type QuotaLimit,
  type Day,
} from './quota-limit.js';

/** The amount that was requested on a day, granted or not. */
export interface DayDemand {
  readonly day: Day;
  readonly demand: number;
}

export interface SimulatedDay extends DayDemand {
  readonly granted: number;
  readonly refused: number;
}

export interface Simulation {
  readonly days_simulated: number;
  readonly demand: number;
  readonly granted: number;
  readonly refused: number;
  /** Only days on which something would have been refused. */
  readonly days: readonly SimulatedDay[];
  /** When the current month will be used up at today's pace; `null` if it lasts. */
  readonly runs_out_at: string | null;
}

const DAY_MS = 86_400_000;
/** Early in the day the pace is not meaningful. At least this much of the day is assumed to have passed. */
const MIN_ELAPSED_MS = 3_600_000;

/**
 * @param demands in the order of the days
 * @param unitsEach the units that are granted or refused together
 */
export function simulateLimit(
  limit: QuotaLimit,
  demands: readonly DayDemand[],
  now: Date,
  unitsEach = 1,
): Simulation {
  const months = new Map<string, number>();
  const simulatedDays = demands.map(({ day, demand }): SimulatedDay => {
    const month = day.slice(0, 7);
    const before = months.get(month) ?? 0;
    const { remaining } = new Allowance(limit, { day: 0, month: before });
    const available = Math.min(demand, remaining.day ?? Infinity, remaining.month ?? Infinity);
    const granted = available - (available % unitsEach);
    months.set(month, before + granted);
    return { day, demand, granted, refused: demand - granted };
  });
  const sumOf = (field: 'demand' | 'granted' | 'refused') =>
    simulatedDays.reduce((total, day) => total + day[field], 0);
  const today = formatDay(now);
  return {
    days_simulated: simulatedDays.length,
    demand: sumOf('demand'),
    granted: sumOf('granted'),
    refused: sumOf('refused'),
    days: simulatedDays.filter(({ refused }) => refused > 0),
    runs_out_at: estimateExhaustion(
      limit,
      months.get(today.slice(0, 7)) ?? 0,
      simulatedDays.find(({ day }) => day === today)?.demand ?? 0,
      now,
    ),
  };
}

function estimateExhaustion(
  limit: QuotaLimit,
  usedThisMonth: number,
  demandToday: number,
  now: Date,
): string | null {
  const remainingUnits = getWindowLimit(limit, 'month') - usedThisMonth;
  if (remainingUnits <= 0) return now.toISOString();
  const sinceMidnight = Math.max(now.getTime() % DAY_MS, MIN_ELAPSED_MS);
  const perDay = Math.min((demandToday / sinceMidnight) * DAY_MS, getWindowLimit(limit, 'day'));
  const at = now.getTime() + (remainingUnits / perDay) * DAY_MS;
  return at < getWindowEnd('month', now).getTime() ? new Date(at).toISOString() : null;
}
