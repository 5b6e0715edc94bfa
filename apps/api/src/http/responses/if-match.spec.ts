import { expect, it } from 'vitest';
import { formatEntityTag, parseIfMatch } from './record-version.js';

it.each([
  [undefined, undefined],
  ['*', undefined],
  [formatEntityTag('mabc12'), ['mabc12']],
  ['"a", W/"b" ,"c"', ['a', 'b', 'c']],
])('parseIfMatch parses %s to the versions %j', (header, versions) => {
  expect(parseIfMatch(header)).toEqual(versions);
});

it.each(['a', '', '"a', '"a",', '"a" "b"', '*, "a"'])('parseIfMatch rejects %j', (header) => {
  expect(() => parseIfMatch(header)).toThrow('If-Match must be');
});
