import { expect, it } from 'vitest';
import { chooseOffset, combine } from './clock-offset.js';

it('narrows what the service is ahead, and begins anew when a clock was set', () => {
  const wide = { atLeast: -200, atMost: 900 };
  expect(combine(wide, { atLeast: -500, atMost: 400 })).toEqual({ atLeast: -200, atMost: 400 });
  const set = { atLeast: 60_000, atMost: 61_000 };
  expect(combine(wide, set)).toEqual(set);
});

it.each([
  [{ atLeast: -300, atMost: 700 }, 0],
  [{ atLeast: 60_000, atMost: 61_000 }, 60_500],
  [{ atLeast: -61_000, atMost: -60_000 }, -60_500],
])('takes from %j the offset %j', (bounds, offset) => {
  expect(chooseOffset(bounds)).toBe(offset);
});
