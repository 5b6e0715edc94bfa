import { expect, it } from 'vitest';
import { overloadRetry } from './overload-retry.js';

it('returns random whole seconds from 5 to 10', () => {
  const told = Array.from({ length: 1000 }, overloadRetry);
  expect(Math.min(...told)).toBe(5);
  expect(Math.max(...told)).toBe(10);
  expect(new Set(told).size).toBe(6);
});
