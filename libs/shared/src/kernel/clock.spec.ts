import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ExpiryClock } from './clock.js';

const START = Date.parse('2026-11-20T10:00:00Z');
/** What the clock of the database is ahead of that of the process. */
let ahead: number;
let reads: number;
let clock: ExpiryClock;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START });
  [ahead, reads] = [3_600_000, 0];
  clock = new ExpiryClock(async () => {
    reads += 1;
    return [{ now: new Date(Date.now() + ahead) }];
  });
});
afterEach(() => vi.useRealTimers());
const at = (ms: number) => new Date(START + 3_600_000 + ms);

it('tells by the clock of the database what has passed, and asks again only of what seems to have', async () => {
  expect(await clock.hasPassed(at(10))).toBe(false);
  expect(await clock.hasPassed(at(0))).toBe(true);
  expect(reads).toBe(1);
  vi.advanceTimersByTime(5_000);
  expect(await clock.hasPassed(at(5_001))).toBe(false);
  expect(clock.isAhead(at(5_001))).toBe(true);
  expect(await clock.now()).toEqual(at(5_000));
  expect(reads).toBe(1);
  ahead -= 60_000;
  expect(await clock.hasPassed(at(4_000))).toBe(false);
  expect(reads).toBe(2);
});

it('guesses before the first reading only where it is told the time', () => {
  expect(clock.isAhead(at(0))).toBe(false);
  expect(clock.isAhead(at(0), at(-1))).toBe(true);
  expect(clock.isAhead(at(0), at(0))).toBe(false);
});
