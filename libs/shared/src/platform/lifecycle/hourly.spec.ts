import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Hourly } from './hourly.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('works at the start and every hour until it is stopped, whatever a round ends with', async () => {
  let rounds = 0;
  const hourly = new Hourly('Test', async () => {
    rounds += 1;
    if (rounds === 2) throw new Error('not this time');
  });
  await hourly.start();
  expect(rounds).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect(rounds).toBe(3);
  hourly.stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(rounds).toBe(3);
});
