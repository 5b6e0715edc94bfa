import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBelow, FirstAbove } from './first-above.js';

const numbers = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Infinity)), { maxLength: 40 });

it('finds the first number above a limit, as a search of all does', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: -1, max: 10 }), fc.nat(45), (all, limit, from) => {
      const expected = all.findIndex((each, at) => at >= from && each > limit);
      expect(new FirstAbove(all).find(limit, from) ?? -1).toBe(expected);
    }),
  );
});

it('counts those below a limit', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: -1, max: 10 }), (all, limit) => {
      const ascending = all.toSorted((a, b) => a - b);
      expect(countBelow(ascending, limit)).toBe(all.filter((each) => each < limit).length);
    }),
  );
});
