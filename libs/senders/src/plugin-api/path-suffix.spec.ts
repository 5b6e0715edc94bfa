import { expect, it } from 'vitest';
import { decodePathSuffix, splitPathSuffix } from './path-suffix.js';

it.each([
  ['v2/alerts/a/close', 'v2/alerts/a/close', ['v2', 'alerts', 'a', 'close']],
  ['v2/alerts/db1%2Fdisk/close', 'v2/alerts/db1%2Fdisk/close', ['v2', 'alerts', 'db1/disk', 'close']],
  ['db1%2fdisk', 'db1%2Fdisk', ['db1/disk']],
  ['disk%20db-1/%C3%BC', 'disk db-1/ü', ['disk db-1', 'ü']],
  ['100%25/close', '100%25/close', ['100%', 'close']],
  ['a%2520b', 'a%2520b', ['a%20b']],
  ['a%252Fb', 'a%252Fb', ['a%2Fb']],
  ['50%/close', '50%25/close', ['50%', 'close']],
  ['', '', ['']],
])('decodes %s once, to %s with the segments %j', (raw, path_suffix, segments) => {
  expect(decodePathSuffix(raw)).toBe(path_suffix);
  expect(splitPathSuffix(path_suffix)).toEqual(segments);
});
