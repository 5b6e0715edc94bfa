import { expect, it } from 'vitest';
import { Spread } from './spread.js';

it('counts a value at the first bound that it does not exceed', () => {
  const spread = new Spread([1, 2]);
  for (const value of [0, 1, 1.5, 2, 3]) spread.add(value);
  spread.add(9, 2);
  expect(spread.counts).toEqual([2, 2, 3]);
  expect(spread.sum).toBe(25.5);
});
