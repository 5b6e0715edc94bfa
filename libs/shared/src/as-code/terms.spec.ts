import { describe, expect, it } from 'vitest';
import { compareTerms, fillIn, isSame, withoutDefaults } from './terms.js';

describe('terms', () => {
  it('differ field by field, and lists as a whole', () => {
    const stored = { options: { a: 1, b: 2 }, kinds: ['x'], group: null };
    expect(compareTerms(stored, { options: { a: 1, b: 3, c: 4 }, kinds: ['x', 'y'], group: null })).toEqual([
      { field: 'options.b', from: 2, to: 3 },
      { field: 'options.c', from: null, to: 4 },
      { field: 'kinds', from: ['x'], to: ['x', 'y'] },
    ]);
  });

  it('are the same where a secret is stored, unless it is removed or its address is another', () => {
    expect(isSame('***', 'secret')).toBe(true);
    expect(isSame('***', { Authorization: 'secret' })).toBe(true);
    expect(isSame('***', undefined)).toBe(false);
    expect(isSame('https://calendar.example.com/***', 'https://calendar.example.com/a.ics')).toBe(true);
    expect(isSame('https://calendar.example.com/***', '***')).toBe(true);
    expect(isSame('https://calendar.example.com/***', 'https://other.example.com/a.ics')).toBe(false);
  });

  it('are the same after their defaults are removed and filled in', () => {
    const defaults = { a: 1, b: { c: 2, d: null }, e: [], f: { g: 1 } };
    const off = ['f'];
    for (const terms of [
      { a: 1, b: { c: 2, d: null }, e: [], f: { g: 1 } },
      { a: 2, b: { c: 3, d: { x: 1 } }, e: [1], f: null },
    ])
      expect(fillIn(withoutDefaults(terms, defaults), defaults, off)).toEqual(terms);
  });
});
