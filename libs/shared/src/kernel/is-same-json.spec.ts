import { describe, expect, it } from 'vitest';
import { isSameJson } from './json.js';

describe('isSameJson', () => {
  it.each([
    [
      { a: 1, b: [1, { c: null }] },
      { b: [1, { c: null }], a: 1 },
    ],
    ['x', 'x'],
    [null, null],
  ])('returns true for %j and %j', (left, right) => {
    expect(isSameJson(left, right)).toBe(true);
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: undefined }, { b: undefined }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    [1, '1'],
  ])('returns false for %j and %j', (left, right) => {
    expect(isSameJson(left, right)).toBe(false);
  });
});
