import { expect, it } from 'vitest';
import {
  BREAKER_FAILURES,
  computeBreakerPause,
  computeRetryDelay,
  computeThrottlePause,
} from './retry-delay.js';

const noJitter = () => 0.5;

it('increases the retry delay after each attempt, up to an hour', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 20].map(
    (attempts) => computeRetryDelay(attempts, undefined, noJitter) / 1000,
  );
  expect(delays).toEqual([5, 30, 120, 600, 1800, 3600, 3600, 3600]);
});

it('varies the retry delay by up to 20 % in either direction', () => {
  expect(computeRetryDelay(2, undefined, () => 0)).toBe(24_000);
  expect(computeRetryDelay(2, undefined, () => 1)).toBe(36_000);
});

it('waits as long as the receiver asks for, but no less than its own delay and no more than an hour', () => {
  expect(computeRetryDelay(1, 90, noJitter)).toBe(90_000);
  expect(computeRetryDelay(1, 1, noJitter)).toBe(5_000);
  expect(computeRetryDelay(1, 86_400, noJitter)).toBe(3_600_000);
});

it('tries a failing receiver again after 5 to 60 seconds for ten minutes, then less often, up to every ten minutes', () => {
  const pauses = Array.from({ length: 50 }, (_, n) => computeBreakerPause(BREAKER_FAILURES + n) / 1000);
  expect(pauses.slice(0, 6)).toEqual([5, 10, 20, 40, 60, 60]);
  const early = pauses.slice(
    0,
    pauses.findIndex((pause) => pause > 60),
  );
  expect(early.reduce((sum, pause) => sum + pause, 0)).toBe(615);
  expect(pauses.slice(early.length, early.length + 5)).toEqual([120, 240, 480, 600, 600]);
});

it('pauses as long as a receiver asks that is asked too often, from a second to an hour', () => {
  expect([0, 30, 86_400, undefined].map(computeThrottlePause)).toEqual([1, 30, 3_600, 5]);
});
