import { expect, it } from 'vitest';
import { locateJsonError } from './locate-json-error.js';

it.each([
  ['{"a":1,}', 1, 8],
  ["{'a':1}", 1, 2],
  ['{"a" 1}', 1, 6],
  ['{"a":1 "b":2}', 1, 8],
  ['{\n  "a": [1, 2\n}', 3, 1],
  ['{"a": tru}', 1, 7],
  ['{"a":1} x', 1, 9],
  ['{"a":"b', 1, 6],
  ['{"a":"\\x"}', 1, 6],
  ['{"a": 01}', 1, 7],
  ['{"a":{"b":[]},\n\n"c":}', 3, 5],
  ['name=x', 1, 1],
  ['[[1],', 1, 6],
])('%j stops being JSON in line %i, column %i', (text, line, column) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(locateJsonError(text)).toEqual({ line, column });
});

it('locates an error behind 60,000 levels of nesting', () => {
  expect(locateJsonError('['.repeat(60_000))).toEqual({ line: 1, column: 60_001 });
});
