import { expect, it } from 'vitest';
import { formatEntityTag, parseIfMatch } from './if-match.js';

it.each([
  [undefined, undefined],
  ['*', undefined],
  [formatEntityTag('mabc12'), ['mabc12']],
  ['"a", W/"b" ,"c"', ['a', 'b', 'c']],
])('%s expects %j', (header, versions) => {
  expect(parseIfMatch(header)).toEqual(versions);
});

it.each(['a', '', '"a', '"a",', '"a" "b"', '*, "a"'])('refuses %j', (header) => {
  expect(() => parseIfMatch(header)).toThrow('If-Match must be');
});
