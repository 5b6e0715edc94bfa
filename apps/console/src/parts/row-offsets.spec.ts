import { expect, it } from 'vitest';
import { RowOffsets } from './row-offsets.js';

it('finds the rows in sight by their measured or assumed heights', () => {
  const rows = new RowOffsets(50);
  rows.update(['a', 'b', 'c', 'd']);
  expect(rows.total).toBe(200);
  expect(rows.find(0, 100)).toEqual([0, 2]);
  expect(rows.find(100, 151)).toEqual([2, 4]);
  expect(rows.find(900, 1_000)).toEqual([3, 4]);
  expect(rows.measure(new Map([['b', 90]]))).toBe(true);
  expect(
    rows.measure(
      new Map([
        ['b', 90],
        ['c', 50],
      ]),
    ),
  ).toBe(false);
  expect([rows.startOf(2), rows.endOf(2), rows.total]).toEqual([140, 190, 240]);
  expect(rows.find(139, 141)).toEqual([1, 3]);
  // A row keeps its height when it moves.
  rows.update(['b', 'a']);
  expect([rows.startOf(1), rows.total]).toEqual([90, 140]);
  rows.update([]);
  expect([rows.total, rows.find(0, 500)]).toEqual([0, [0, 0]]);
});
