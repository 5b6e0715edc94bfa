import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IngestPool } from '#shared/platform/persistence/pools.js';
import { ArrivalClock } from './arrival-clock.js';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

/** Milliseconds that somebody has moved the clock of the database by. */
let moved = 0;
let clock: ArrivalClock;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  moved = 0;
  const began = performance.now();
  const query = async () => ({ rows: [{ now: String(START + performance.now() - began + moved) }] });
  clock = new ArrivalClock({ query } as unknown as IngestPool);
  await clock.onModuleInit();
});

afterEach(() => {
  clock.onModuleDestroy();
  vi.useRealTimers();
});

const sinceStart = () => clock.now().getTime() - START;
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('ArrivalClock', () => {
  it("goes with the database's, also where that is set a little", async () => {
    expect(sinceStart()).toBe(0);
    await pass(10_000);
    expect(sinceStart()).toBe(10_000);
    moved = 400;
    await pass(30_000);
    expect(sinceStart()).toBe(40_400);
  });

  it('does not believe a leap that is gone again', async () => {
    moved = HOUR;
    await pass(31_500);
    moved = 0;
    await pass(60_000);
    expect(sinceStart()).toBe(91_500);
  });

  it('believes one that stays', async () => {
    moved = HOUR;
    await pass(60_000);
    expect(sinceStart()).toBe(HOUR + 60_000);
  });

  it('once ahead, goes on at half the pace, never back, until the database has caught up', async () => {
    moved = HOUR;
    await pass(60_000);
    expect(sinceStart()).toBe(HOUR + 60_000);
    moved = 0;
    await pass(40_000);
    expect(sinceStart()).toBe(HOUR + 80_000);
    await pass(2_000);
    expect(sinceStart()).toBe(HOUR + 81_000);
    await pass(2 * HOUR);
    expect(sinceStart()).toBe(2 * HOUR + 102_000);
  });
});
