import { Allowance } from './allowance.js';
import { ceilingOf, type QuotaLimit } from './quota-limit.js';
import { dayOf, endOf, type Day } from './utc-window.js';

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
const SHORTEST_PACE_MS = 3_600_000;

/** @param demands in the order of the days */
export function simulateLimit(limit: QuotaLimit, demands: readonly DayDemand[], now: Date): Simulation {
  const months = new Map<string, number>();
  const all = demands.map(({ day, demand }): SimulatedDay => {
    const month = day.slice(0, 7);
    const before = months.get(month) ?? 0;
    const { remaining } = new Allowance(limit, { day: 0, month: before });
    const granted = Math.min(demand, remaining.day ?? Infinity, remaining.month ?? Infinity);
    months.set(month, before + granted);
    return { day, demand, granted, refused: demand - granted };
  });
  const sum = (of: 'demand' | 'granted' | 'refused') => all.reduce((total, day) => total + day[of], 0);
  const today = dayOf(now);
  return {
    days_simulated: all.length,
    demand: sum('demand'),
    granted: sum('granted'),
    refused: sum('refused'),
    days: all.filter(({ refused }) => refused > 0),
    runs_out_at: runsOutAt(
      limit,
      months.get(today.slice(0, 7)) ?? 0,
      all.find(({ day }) => day === today)?.demand ?? 0,
      now,
    ),
  };
}

function runsOutAt(limit: QuotaLimit, usedThisMonth: number, demandToday: number, now: Date): string | null {
  const left = ceilingOf(limit, 'month') - usedThisMonth;
  if (left <= 0) return now.toISOString();
  const sinceMidnight = Math.max(now.getTime() % DAY_MS, SHORTEST_PACE_MS);
  const perDay = Math.min((demandToday / sinceMidnight) * DAY_MS, ceilingOf(limit, 'day'));
  const at = now.getTime() + (left / perDay) * DAY_MS;
  return at < endOf('month', now).getTime() ? new Date(at).toISOString() : null;
}
