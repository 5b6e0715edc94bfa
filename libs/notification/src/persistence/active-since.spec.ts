import { expect, it } from 'vitest';
import { toActiveSince } from './active-since.js';

it.each([
  ['a year ago', -365 * 86_400_000, true],
  ['just now, by a host that is a second ahead', 1_000, true],
  ['in an hour, by a clock that has been set back', 3_600_000, false],
  ['in a year', 365 * 86_400_000, false],
])('a subscription that is active since %s', (_, offset, isKept) => {
  const now = Date.now();
  const since = new Date(now + offset);
  expect(toActiveSince(since, now)).toEqual(isKept ? since : new Date(0));
});
