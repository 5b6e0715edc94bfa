import { describe, expect, it } from 'vitest';
import { formatDay, getWindowEnd, getWindowSeconds, DefaultQuota } from './quota-limit.js';

describe('a UTC window', () => {
  it.each([
    ['2026-11-20T23:59:59.999Z', '2026-11-21', '2026-12-01', 30],
    ['2026-12-31T23:59:59.999Z', '2027-01-01', '2027-01-01', 31],
    ['2028-02-28T00:00:00.000Z', '2028-02-29', '2028-03-01', 29],
  ])('of %s ends at midnight and at the end of the month', (at, day, month, days) => {
    const date = new Date(at);
    expect(formatDay(date)).toBe(at.slice(0, 10));
    expect(getWindowEnd('day', date)).toEqual(new Date(`${day}T00:00:00.000Z`));
    expect(getWindowEnd('month', date)).toEqual(new Date(`${month}T00:00:00.000Z`));
    expect([getWindowSeconds('day', date), getWindowSeconds('month', date)]).toEqual([86_400, days * 86_400]);
  });
});

describe('the limit of protocols without a quota', () => {
  it.each([
    ['limits mails', {}, 1_000, { day: 1_000 }],
    ['leaves the day to the limit of all protocols', { day: -1, month: 5 }, 1_000, { day: -1, month: 5 }],
    ['adds the month of the limit of all protocols', { month: 5 }, 1_000, { day: 1_000, month: 5 }],
    ['may be unlimited', {}, undefined, {}],
  ])('%s', (_, limit, mailsPerDay, expected) => {
    const quota = new DefaultQuota(limit, mailsPerDay);
    expect(quota.limitOf('email')).toEqual(expected);
    expect(quota.limitOf('webhook')).toEqual(limit);
  });
});
