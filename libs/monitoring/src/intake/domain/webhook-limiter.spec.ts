import { describe, expect, it } from 'vitest';
import { WebhookLimiter, type IntakeLimits } from './webhook-limiter.js';

const rate: IntakeLimits = { max_rate: 10, max_backlog: -1 };
const backlog: IntakeLimits = { max_rate: -1, max_backlog: 5 };

function takeMany(bucket: WebhookLimiter, limits: IntakeLimits, times: number, now: number): number {
  return Array.from({ length: times }, () => bucket.take(limits, now)).filter((no) => no === undefined)
    .length;
}

describe('the rate', () => {
  it('allows a burst of one second, and then the rate', () => {
    const bucket = new WebhookLimiter(rate, 0);
    expect(takeMany(bucket, rate, 50, 0)).toBe(10);
    expect(takeMany(bucket, rate, 50, 300)).toBe(3);
    expect(takeMany(bucket, rate, 50, 60_000)).toBe(10);
  });

  it('returns the seconds to retry after', () => {
    const slow = { max_rate: 1, max_backlog: -1 };
    const bucket = new WebhookLimiter(slow, 0);
    bucket.take(slow, 0);
    expect(bucket.take(slow, 100)).toEqual({
      reason: 'more than 1 deliveries a second (settings.max_rate)',
      retryAfter: 5,
    });
    bucket.takeReport();
    bucket.update({ tokens: -30, backlog: 0 }, 200);
    expect(bucket.take(slow, 200)?.retryAfter).toBe(31);
  });

  it('follows the shared tokens of all processes', () => {
    const bucket = new WebhookLimiter(rate, 0);
    takeMany(bucket, rate, 4, 0);
    expect(bucket.takeReport()).toEqual({ taken: 4 });
    // Accepted while the answer was in transit.
    takeMany(bucket, rate, 2, 0);
    bucket.update({ tokens: 5, backlog: 0 }, 0);
    expect(takeMany(bucket, rate, 50, 0)).toBe(3);
  });
});

describe('the backlog', () => {
  it('limits the stored backlog plus the deliveries accepted since', () => {
    const bucket = new WebhookLimiter(backlog, 0);
    expect(takeMany(bucket, backlog, 50, 0)).toBe(5);
    bucket.takeReport();
    bucket.update({ tokens: 0, backlog: 3 }, 500);
    expect(takeMany(bucket, backlog, 50, 500)).toBe(2);
    expect(bucket.take(backlog, 500)).toMatchObject({ retryAfter: 5 });
  });
});

it('can be discarded when a new bucket would accept no more', () => {
  const limits = { max_rate: 10, max_backlog: 5 };
  const bucket = new WebhookLimiter(limits, 0);
  expect(bucket.canDiscard(limits)).toBe(true);
  bucket.take(limits, 0);
  expect(bucket.canDiscard(limits)).toBe(false);
  bucket.takeReport();
  for (const [tokens, backlog, idle] of [
    [9, 0, false],
    [10, 5, false],
    [10, 4, true],
  ] as const) {
    bucket.update({ tokens, backlog }, 0);
    expect(bucket.canDiscard(limits)).toBe(idle);
  }
  bucket.update({ tokens: -1, backlog: 100 }, 0);
  expect(bucket.canDiscard({ max_rate: -1, max_backlog: -1 })).toBe(true);
});

it('includes a restored report in the next one', () => {
  const bucket = new WebhookLimiter(backlog, 0);
  takeMany(bucket, backlog, 7, 0);
  const lost = bucket.takeReport();
  expect(bucket.hasCounts).toBe(false);
  bucket.restoreReport(lost);
  expect(bucket.takeReport()).toEqual({ taken: 5 });
});
