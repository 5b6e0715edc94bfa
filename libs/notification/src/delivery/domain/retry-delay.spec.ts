import { expect, it } from 'vitest';
import { computeBreakerPause, computeRetryDelay } from './retry-delay.js';

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

it('doubles the pause of the circuit breaker after each failed probe, up to ten minutes', () => {
  expect([5, 6, 7, 9, 10, 50].map((failures) => computeBreakerPause(failures) / 1000)).toEqual([
    30, 60, 120, 480, 600, 600,
  ]);
});
