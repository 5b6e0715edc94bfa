import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IngestPool } from '#shared/platform/persistence/pools.js';
import { ArrivalClock } from './arrival-clock.js';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

/** Milliseconds by which the clock of the database, and that of the host, were changed. */
let moved = 0;
let hostMoved = 0;
let clock: ArrivalClock;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  moved = 0;
  hostMoved = 0;
  const began = performance.now();
  const query = async () => ({ rows: [{ now: String(START + performance.now() - began + moved) }] });
  const host = { now: () => new Date(START + performance.now() - began + hostMoved) };
  clock = new ArrivalClock({ query } as unknown as IngestPool, host);
  await clock.onModuleInit();
});

afterEach(() => {
  clock.onModuleDestroy();
  vi.useRealTimers();
});

const sinceStart = () => clock.now().getTime() - START;
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('ArrivalClock', () => {
  it('follows the clock of the database, also if that is changed slightly', async () => {
    expect(sinceStart()).toBe(0);
    await pass(10_000);
    expect(sinceStart()).toBe(10_000);
    moved = 400;
    await pass(30_000);
    expect(sinceStart()).toBe(40_400);
  });

  it('ignores a temporary jump of the database clock', async () => {
    moved = HOUR;
    await pass(31_500);
    moved = 0;
    await pass(60_000);
    expect(sinceStart()).toBe(91_500);
  });

  it('follows a lasting jump if the clock of the host agrees', async () => {
    moved = HOUR;
    hostMoved = HOUR;
    await pass(60_000);
    expect(sinceStart()).toBe(HOUR + 60_000);
  });

  it('follows a jump that the clock of the host contradicts only after ten minutes', async () => {
    moved = HOUR;
    await pass(600_000);
    expect(sinceStart()).toBe(600_000);
    await pass(60_000);
    expect(sinceStart()).toBe(HOUR + 660_000);
  });

  it('steps back when the clocks of the database and the host return from a jump', async () => {
    moved = HOUR;
    hostMoved = HOUR;
    await pass(60_000);
    expect(sinceStart()).toBe(HOUR + 60_000);
    moved = 0;
    hostMoved = 0;
    await pass(60_000);
    expect(sinceStart()).toBe(120_000);
  });

  it('runs at half speed instead of backwards while it is slightly ahead of the database', async () => {
    moved = 800;
    await pass(30_000);
    expect(sinceStart()).toBe(30_800);
    moved = 0;
    await pass(30_000);
    const ahead = sinceStart();
    expect(ahead).toBeGreaterThanOrEqual(60_000);
    await pass(100);
    expect(sinceStart()).toBeGreaterThan(ahead);
    await pass(5_000);
    expect(sinceStart()).toBe(65_100);
  });
});
