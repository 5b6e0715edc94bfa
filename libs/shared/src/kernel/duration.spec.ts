import { expect, it } from 'vitest';
import { formatDuration, parseDuration } from './duration.js';

it.each([
  ['10s', 10, '10s'],
  ['90s', 90, '1m30s'],
  ['5m', 300, '5m'],
  ['1h30m', 5_400, '1h30m'],
  ['36h', 129_600, '1d12h'],
  ['40d', 3_456_000, '40d'],
  ['0s', 0, '0s'],
])('%s is %d seconds, and written %s', (text, seconds, written) => {
  expect(parseDuration(text)).toBe(seconds);
  expect(formatDuration(seconds)).toBe(written);
});

it.each(['', '5', 'm', '5 m', '-5m', '1.5h', '5m1h', '1w', '5ms', '99999999999d'])(
  'parses no duration from %j',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
