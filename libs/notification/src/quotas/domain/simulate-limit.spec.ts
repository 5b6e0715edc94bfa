import { describe, expect, it } from 'vitest';
import { simulateLimit } from './simulate-limit.js';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const demand = (day: string, amount: number) => ({ day: `2026-${day}`, demand: amount });

describe('simulateLimit', () => {
  it('returns the days on which the limit would have refused units, with their amounts', () => {
    const demands = [demand('10-31', 9), demand('11-01', 4), demand('11-02', 8), demand('11-03', 8)];
    expect(simulateLimit({ day: 5, month: 12 }, demands, NOON)).toMatchObject({
      days_simulated: 4,
      demand: 29,
      granted: 17,
      refused: 12,
      days: [
        { day: '2026-10-31', demand: 9, granted: 5, refused: 4 },
        { day: '2026-11-02', demand: 8, granted: 5, refused: 3 },
        { day: '2026-11-03', demand: 8, granted: 3, refused: 5 },
      ],
    });
  });

  it.each([
    ['at the pace of today', { month: 100 }, 10, '2026-11-25T00:00:00.000Z'],
    ['no faster than the daily limit allows', { day: 15, month: 100 }, 100, '2026-11-26T04:00:00.000Z'],
    ['never if the monthly limit suffices', { month: 10_000 }, 10, null],
    ['never if nothing is requested today', { month: 100 }, 0, null],
    ['never without a limit', {}, 10, null],
    ['now if nothing is left', { month: 5 }, 10, NOON.toISOString()],
  ])('estimates when the month runs out: %s', (_, limit, today, at) => {
    const demands = today === 0 ? [demand('11-19', 10)] : [demand('11-20', today)];
    expect(simulateLimit(limit, demands, NOON).runs_out_at).toBe(at);
  });

  it('does not extrapolate the pace of the first minutes of a day', () => {
    const justAfterMidnight = new Date('2026-11-20T00:00:01.000Z');
    const { runs_out_at } = simulateLimit({ month: 1_000 }, [demand('11-20', 1)], justAfterMidnight);
    expect(runs_out_at).toBeNull();
  });
});
