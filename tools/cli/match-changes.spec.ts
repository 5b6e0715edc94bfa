import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchChanges, type SeenChange } from './match-changes.js';

const MINUTE = 60_000;
const START = Date.parse('2026-11-20T00:00:00Z');
const TERMS = {
  toleranceMs: 5 * MINUTE,
  byTitle: false,
  span: { from: START, to: START + 1_000 * MINUTE },
};
const seen = (minute: number, key: string, state: SeenChange['state'] = 'firing', title?: string) => ({
  ...{ at: START + minute * MINUTE, key, state, title },
});

it('pairs each change with one of the other tool within the tolerance, firing and recovery by themselves', () => {
  const there = [seen(10, 'a'), seen(12, 'a'), seen(20, 'a', 'resolved'), seen(30, 'b')];
  const here = [seen(14, 'a'), seen(26, 'a', 'resolved'), seen(35, 'b'), seen(50, 'c')];
  expect(matchChanges(there, here, TERMS)).toEqual({
    both: { firing: 2, resolved: 0 },
    onlyThere: [there[1], there[2]],
    onlyHere: [here[1], here[3]],
    outside: 0,
  });
});

it('compares titles only if asked to, and only of what has no equal key', () => {
  const there = [seen(1, 'x', 'firing', 'Disk full'), seen(2, 'Net down')];
  const here = [seen(1, 'hash', 'firing', 'Disk full'), seen(2, 'other', 'firing', 'Net down')];
  expect(matchChanges(there, here, TERMS).both.firing).toBe(0);
  expect(matchChanges(there, here, { ...TERMS, byTitle: true })).toMatchObject({
    both: { firing: 2 },
    onlyThere: [],
    onlyHere: [],
  });
});

it('counts what is of other days, and pairs across the beginning', () => {
  const there = [seen(-100, 'a'), seen(1, 'b'), seen(-1, 'd'), seen(-2, 'e')];
  const here = [seen(-2, 'b'), seen(-3, 'c'), seen(1, 'd')];
  expect(matchChanges(there, here, TERMS)).toEqual({
    both: { firing: 2, resolved: 0 },
    onlyThere: [],
    onlyHere: [],
    outside: 1,
  });
});

it('pairs as many as possible', () => {
  const times = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 });
  /** The most pairs, by trying all. */
  const most = (there: readonly number[], here: readonly number[]): number => {
    const [first, ...rest] = there;
    if (first === undefined) return 0;
    const partners = here.flatMap((at, index) => (Math.abs(at - first) <= 5 ? [index] : []));
    return Math.max(most(rest, here), ...partners.map((index) => 1 + most(rest, here.toSpliced(index, 1))));
  };
  fc.assert(
    fc.property(times, times, (there, here) => {
      const matching = matchChanges(
        there.map((at) => seen(at, 'a')),
        here.map((at) => seen(at, 'a')),
        TERMS,
      );
      expect(matching.both.firing).toBe(most(there, here));
      expect(matching.onlyThere).toHaveLength(there.length - matching.both.firing);
      expect(matching.onlyHere).toHaveLength(here.length - matching.both.firing);
    }),
  );
});
