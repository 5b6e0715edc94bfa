import { describe, expect, it } from 'vitest';
import { buildRoster, findGaps, findNewGaps, type Cause, type Gap, type Shift } from './roster.js';

const HOUR = 3_600_000;
const shift = (
  member: string,
  start: number,
  end: number,
  because: Cause = 'CALENDAR',
  detail: string | null = null,
): Shift => ({ start: start * HOUR, end: end * HOUR, members: [member], because, detail });
const roster = (...shifts: readonly Shift[]) =>
  buildRoster(shifts, 0, 24 * HOUR).map(
    ({ start, end, members, because }) =>
      `${start / HOUR}-${end / HOUR} ${members.join('+') || 'nobody'}${because === 'OVERRIDE' ? '!' : ''}`,
  );
const gap = (start: number, end: number): Gap => ({
  starts_at: new Date(start * HOUR).toISOString(),
  ends_at: new Date(end * HOUR).toISOString(),
  reason: 'NOBODY',
});

describe('a roster', () => {
  it('has all who overlap, and nobody in between', () => {
    expect(roster(shift('a', 2, 6), shift('b', 4, 8), shift('a', 10, 12))).toEqual([
      ...['0-2 nobody', '2-4 a', '4-6 a+b', '6-8 b', '8-10 nobody', '10-12 a', '12-24 nobody'],
    ]);
  });

  it('lets overrides win over all others, and add up among themselves', () => {
    expect(
      roster(
        ...[shift('a', 0, 24), shift('b', 0, 24), shift('c', 3, 6, 'OVERRIDE'), shift('d', 5, 7, 'OVERRIDE')],
      ),
    ).toEqual(['0-3 a+b', '3-5 c!', '5-6 c+d!', '6-7 d!', '7-24 a+b']);
  });

  it('is cut off at both ends, where ends are exclusive', () => {
    expect(roster(shift('a', -5, 0), shift('b', -5, 3), shift('c', 20, 99), shift('d', 24, 30))).toEqual([
      ...['0-3 b', '3-20 nobody', '20-24 c'],
    ]);
  });

  it('joins shifts of the same member unless the reason changes', () => {
    expect(roster(shift('a', 0, 4), shift('a', 4, 9), shift('a', 9, 24, 'OVERRIDE'))).toEqual([
      ...['0-9 a', '9-24 a!'],
    ]);
  });

  it('of many overlapping shifts is built in time', () => {
    const shifts = Array.from({ length: 10_000 }, (_, index) => shift(`m${index % 90}`, index / 500, 24));
    const start = performance.now();
    expect(buildRoster(shifts, 0, 24 * HOUR).length).toBeGreaterThan(80);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe('gaps', () => {
  const watches = buildRoster([shift('a', 0, 8), shift('b', 8, 16)], 0, 24 * HOUR);

  it('are the times without anybody who can be told', () => {
    expect(findGaps(watches, new Set(['a', 'b']))).toEqual([gap(16, 24)]);
    expect(findGaps(watches, new Set(['a']))).toEqual([
      { ...gap(8, 16), reason: 'UNREACHABLE' },
      gap(16, 24),
    ]);
  });

  it('are new if there were none, or if they appeared in the time that was looked at', () => {
    const seenUntil = gap(0, 20).ends_at;
    expect(findNewGaps([gap(21, 22)], [], seenUntil)).toEqual([gap(21, 22)]);
    expect(findNewGaps([gap(1, 2), gap(5, 6), gap(21, 22)], [gap(1, 2)], seenUntil)).toEqual([gap(5, 6)]);
    expect(findNewGaps([gap(2, 3)], [gap(1, 3)], seenUntil)).toEqual([]);
  });

  it('are new as far as they join known ones', () => {
    const nights = [gap(2, 6), gap(10, 14), gap(18, 20)];
    const seenUntil = gap(0, 20).ends_at;
    expect(findNewGaps([gap(3, 14), gap(18, 21)], nights, seenUntil)).toEqual([gap(6, 10)]);
    expect(findNewGaps([gap(3, 6), gap(9, 16), gap(18, 21)], nights, seenUntil)).toEqual([
      ...[gap(9, 10), gap(14, 16)],
    ]);
    expect(findNewGaps([gap(2, 25)], [gap(2, 6)], seenUntil)).toEqual([gap(6, 25)]);
    // The clock of the database was a little ahead.
    expect(findNewGaps([gap(1.99, 6), gap(10, 14)], nights, seenUntil)).toEqual([]);
  });

  it('beyond the last that is stored are not known to be new', () => {
    const many = Array.from({ length: 60 }, (_, index) => gap(2 * index, 2 * index + 1));
    expect(findNewGaps(many.slice(1, 51), many.slice(0, 50), gap(0, 400).ends_at)).toEqual([]);
  });
});
