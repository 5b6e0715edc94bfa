import { expect, it } from 'vitest';
import { Histogram } from './histogram.js';

it('counts a value at the first bound that it does not exceed', () => {
  const histogram = new Histogram([1, 2]);
  for (const value of [0, 1, 1.5, 2, 3, 9]) histogram.add(value);
  expect(histogram.counts).toEqual([2, 2, 2]);
  expect(histogram.sum).toBe(16.5);
});
