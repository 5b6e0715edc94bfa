import { describe, expect, it } from 'vitest';
import { IntakeGauge, type Limits } from './intake-gauge.js';

const rate: Limits = { max_rate: 10, max_backlog: -1 };
const backlog: Limits = { max_rate: -1, max_backlog: 5 };

function takeMany(gauge: IntakeGauge, limits: Limits, times: number, now: number): number {
  return Array.from({ length: times }, () => gauge.take(limits, now)).filter((no) => no === undefined).length;
}

describe('the rate', () => {
  it("lets a second's worth pass at once, and then what time brings", () => {
    const gauge = new IntakeGauge(rate, 0);
    expect(takeMany(gauge, rate, 50, 0)).toBe(10);
    expect(takeMany(gauge, rate, 50, 300)).toBe(3);
    expect(takeMany(gauge, rate, 50, 60_000)).toBe(10);
  });

  it('says when to come again', () => {
    const slow = { max_rate: 1, max_backlog: -1 };
    const gauge = new IntakeGauge(slow, 0);
    gauge.take(slow, 0);
    expect(gauge.take(slow, 100)).toEqual({
      reason: 'more than 1 deliveries a second (settings.max_rate)',
      retryAfter: 5,
    });
    gauge.report();
    gauge.learn({ tokens: -30, backlog: 0 }, 200);
    expect(gauge.take(slow, 200)?.retryAfter).toBe(31);
  });

  it('follows what all processes took together', () => {
    const gauge = new IntakeGauge(rate, 0);
    takeMany(gauge, rate, 4, 0);
    expect(gauge.report()).toEqual({ taken: 4, refused: 0, reason: null });
    // Taken while the answer was on its way.
    takeMany(gauge, rate, 2, 0);
    gauge.learn({ tokens: 5, backlog: 0 }, 0);
    expect(takeMany(gauge, rate, 50, 0)).toBe(3);
  });
});

describe('the backlog', () => {
  it('is what was read, and what came since', () => {
    const gauge = new IntakeGauge(backlog, 0);
    expect(takeMany(gauge, backlog, 50, 0)).toBe(5);
    gauge.report();
    gauge.learn({ tokens: 0, backlog: 3 }, 500);
    expect(takeMany(gauge, backlog, 50, 500)).toBe(2);
    expect(gauge.take(backlog, 500)).toMatchObject({ retryAfter: 5 });
  });
});

it('is at rest when one that begins anew would let no more pass', () => {
  const limits = { max_rate: 10, max_backlog: 5 };
  const gauge = new IntakeGauge(limits, 0);
  expect(gauge.isAtRest(limits)).toBe(true);
  gauge.take(limits, 0);
  expect(gauge.isAtRest(limits)).toBe(false);
  gauge.report();
  for (const [tokens, backlog, atRest] of [
    [9, 0, false],
    [10, 5, false],
    [10, 4, true],
  ] as const) {
    gauge.learn({ tokens, backlog }, 0);
    expect(gauge.isAtRest(limits)).toBe(atRest);
  }
  gauge.learn({ tokens: -1, backlog: 100 }, 0);
  expect(gauge.isAtRest({ max_rate: -1, max_backlog: -1 })).toBe(true);
});

it('a report that reached nobody is in the next one', () => {
  const gauge = new IntakeGauge(backlog, 0);
  takeMany(gauge, backlog, 7, 0);
  const lost = gauge.report();
  expect(gauge.hasNews).toBe(false);
  gauge.takeBack(lost);
  expect(gauge.report()).toEqual({
    taken: 5,
    refused: 2,
    reason: '5 deliveries wait already (settings.max_backlog)',
  });
});
