import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClockInDoubtError, DatabaseRetentionClock } from './retention-clock.js';

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Milliseconds by which the clocks have been set. */
let databaseMoved = 0;
let hostMoved = 0;
let clock: DatabaseRetentionClock;
const logged = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
const query = async () => ({ rows: [{ now: START + performance.now() + databaseMoved }] });
const sql = { query } as unknown as Pool;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  databaseMoved = 0;
  hostMoved = 0;
  logged.mockClear();
  clock = new DatabaseRetentionClock({ now: () => new Date(START + performance.now() + hostMoved) });
});
afterEach(() => void vi.useRealTimers());

describe('DatabaseRetentionClock', () => {
  it("tells the database's time, not the host's", async () => {
    databaseMoved = 20_000;
    expect((await clock.now(sql)).getTime()).toBe(START + performance.now() + 20_000);
    expect(clock.offset).toBe(20);
  });

  it.each([
    ['the host is 100 days ahead', 0, 100 * DAY, '2400 h behind'],
    ['the host is behind', 0, -2 * MINUTE, '2 min ahead of'],
    ['the database is 45 days ahead', 45 * DAY, 0, '1080 h ahead of'],
  ])('is in doubt while %s, and logs it once', async (_, database, host, words) => {
    databaseMoved = database;
    hostMoved = host;
    await expect(clock.now(sql)).rejects.toThrow(words);
    await expect(clock.now(sql)).rejects.toThrow(ClockInDoubtError);
    expect(await clock.isCertain(sql)).toBe(false);
    expect(clock.isInDoubt).toBe(true);
    expect(logged).toHaveBeenCalledTimes(1);

    databaseMoved = 0;
    hostMoved = 0;
    if (database === 0) expect(await clock.isCertain(sql)).toBe(true);
  });

  it('is in doubt for an hour after both clocks were set by the same amount', async () => {
    await clock.now(sql);
    databaseMoved = 45 * DAY;
    hostMoved = 45 * DAY;
    await expect(clock.now(sql)).rejects.toThrow('was set to 1080 h ahead of its previous time');
    vi.advanceTimersByTime(59 * MINUTE);
    expect(await clock.isCertain(sql)).toBe(false);
    vi.advanceTimersByTime(2 * MINUTE);
    expect(await clock.isCertain(sql)).toBe(true);
  });

  it('rejects with the error of the database if it is unavailable', async () => {
    const unavailable = { query: () => Promise.reject(new Error('away')) } as unknown as Pool;
    await expect(clock.isCertain(unavailable)).rejects.toThrow('away');
  });
});
