import { describe, expect, it } from 'vitest';
import {
  checkSchedule,
  checkTimezone,
  findScheduledTimes,
  normalizeSchedule,
} from '#shared/kernel/cron-schedule.js';
import { computeDueTime, computePatience, isHeartbeatName, normalizeTerms } from './heartbeat-terms.js';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
const next = (schedule: string, timezone: string, from: string, count = 1) =>
  findScheduledTimes(schedule, timezone, new Date(from), count).map((time) =>
    time.toISOString().slice(0, 16),
  );

describe('the name of a heartbeat', () => {
  it.each(['backup', '.hidden', 'v1.2', '-'])('may be %s', (name) => {
    expect(isHeartbeatName(name)).toBe(true);
  });

  it.each(['.', '..', '...', '', 'a/b', '*', 'a'.repeat(65)])('may not be %j', (name) => {
    expect(isHeartbeatName(name)).toBe(false);
  });
});

describe('the scheduled times', () => {
  it('are those after a ping, never that of the ping itself', () => {
    expect(next('0 2 * * *', 'UTC', '2026-11-20T01:59:59.999Z')).toEqual(['2026-11-20T02:00']);
    expect(next('0 2 * * *', 'UTC', '2026-11-20T02:00:00.000Z')).toEqual(['2026-11-21T02:00']);
    expect(next('0 2 * * *', 'UTC', '2026-11-20T02:00:00.001Z')).toEqual(['2026-11-21T02:00']);
  });

  it.each([
    ['30 2 * * *', BERLIN, '2026-03-28T12:00Z', ['2026-03-29T01:00', '2026-03-30T00:30']],
    ['30 2 * * *', BERLIN, '2026-03-29T01:00:05Z', ['2026-03-30T00:30', '2026-03-31T00:30']],
    ['30 2 * * *', NEW_YORK, '2026-03-07T12:00Z', ['2026-03-08T07:00', '2026-03-09T06:30']],
    ['0 2,14 * * *', BERLIN, '2026-03-28T14:00Z', ['2026-03-29T01:00', '2026-03-29T12:00']],
    ['30 * * * *', BERLIN, '2026-03-29T00:00Z', ['2026-03-29T00:30', '2026-03-29T01:30']],
    ['*/30 2 * * *', BERLIN, '2026-03-28T12:00Z', ['2026-03-30T00:00', '2026-03-30T00:30']],
  ])('of %s in %s after %s, when clocks go forward, are %j', (schedule, timezone, from, times) => {
    expect(next(schedule, timezone, from, 2)).toEqual(times);
  });

  it.each([
    ['30 2 * * *', BERLIN, '2026-10-24T12:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    ['30 2 * * *', BERLIN, '2026-10-25T00:30:05Z', ['2026-10-26T01:30', '2026-10-27T01:30']],
    ['30 2 * * *', BERLIN, '2026-10-25T01:10Z', ['2026-10-26T01:30', '2026-10-27T01:30']],
    ['30 2 * * *', BERLIN, '2026-10-25T01:30:05Z', ['2026-10-26T01:30', '2026-10-27T01:30']],
    ['30 1 * * *', NEW_YORK, '2026-10-31T12:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']],
    ['30 1 * * *', NEW_YORK, '2026-11-01T06:30:05Z', ['2026-11-02T06:30', '2026-11-03T06:30']],
    ['30 * * * *', BERLIN, '2026-10-25T00:00Z', ['2026-10-25T00:30', '2026-10-25T01:30']],
  ])('of %s in %s after %s, when clocks go back, are %j', (schedule, timezone, from, times) => {
    expect(next(schedule, timezone, from, 2)).toEqual(times);
  });
});

describe('a heartbeat with a schedule', () => {
  const terms = { expect_every: null, schedule: '0 2 * * 1-5', timezone: BERLIN, grace: '1h' };

  it('is due the grace after the next scheduled time, whatever the length of the pause', () => {
    const friday = new Date('2026-11-20T01:10:00Z');
    expect(computeDueTime(terms, friday)).toEqual(new Date('2026-11-23T02:00:00Z'));
    expect(computePatience(terms, friday)).toBe(3 * 86_400 + 50 * 60);
    expect(computeDueTime({ expect_every: '5m', grace: '1m' }, friday)).toEqual(
      new Date('2026-11-20T01:16:00Z'),
    );
  });

  it('is in UTC by default, and has no interval', () => {
    expect(
      normalizeTerms({ expect_every: '5m', schedule: ' 0  2 * * * ', grace: '60s', severity: 'INFO' }),
    ).toEqual({ expect_every: null, schedule: '0 2 * * *', timezone: 'UTC', grace: '1m', severity: 'INFO' });
  });
});

describe('a schedule', () => {
  it.each(['0 2 * * *', '*/5 9-17 * * MON-FRI', '0 0 29 2 *', '0 2 L * *', '0 2 * * 7', ' 0  2 * * 5#2 '])(
    'may be %s',
    (schedule) => {
      expect(checkSchedule(schedule)).toBeUndefined();
      expect(findScheduledTimes(normalizeSchedule(schedule), 'UTC', new Date(), 1)).toHaveLength(1);
    },
  );

  it.each([
    ['', 'five fields'],
    [5, 'five fields'],
    ['0 2 * *', 'five fields'],
    ['@daily', 'five fields'],
    ['0 0 2 * * *', 'once a minute at most'],
    ['61 * * * *', 'Invalid value for minute: 61'],
    ['0 2 * * 8', 'dayOfWeek: 8'],
    ['a b c d e', 'illegal characters'],
    ['? * * * *', '? is no such field'],
    ['0 2 1 * +1', '+1 is no such field'],
    ['*/0 * * * *', 'illegal stepping'],
    ['0 0 30 2 *', 'never fires'],
    ['0 0 31 4,6,9,11 *', 'never fires'],
    [`0 2 ${'1,'.repeat(80)}1 * *`, 'five fields'],
  ])('must not be %j', (schedule, problem) => {
    expect(checkSchedule(schedule)).toContain(problem);
  });
});

it('a time zone has an IANA name', () => {
  for (const name of ['UTC', BERLIN, NEW_YORK, 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    expect(checkTimezone(name)).toBeUndefined();
  for (const name of ['', 'Europe/Nowhere', '+01:00', 5, 'x'.repeat(65)])
    expect(checkTimezone(name)).toContain('IANA name');
});
