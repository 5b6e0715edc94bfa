import { expect, it } from 'vitest';
import { entityTag, expectedVersions } from './if-match.js';

it.each([
  [undefined, undefined],
  ['*', undefined],
  [entityTag('mabc12'), ['mabc12']],
  ['"a", W/"b" ,"c"', ['a', 'b', 'c']],
])('%s expects %j', (header, versions) => {
  expect(expectedVersions(header)).toEqual(versions);
});

it.each(['a', '', '"a', '"a",', '"a" "b"', '*, "a"'])('refuses %j', (header) => {
  expect(() => expectedVersions(header)).toThrow('If-Match must be');
});
