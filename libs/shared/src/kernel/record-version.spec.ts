import { expect, it } from 'vitest';
import { changedAt, requireVersion, versionAt } from './record-version.js';

it('is another one after each change, also within a millisecond and when the clock goes back', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const next = changedAt(now, now);
  const last = changedAt(next, new Date(0));
  expect(new Set([now, next, last].map(versionAt)).size).toBe(3);
  expect(changedAt(now, new Date('2026-11-20T10:00:05.000Z'))).toEqual(new Date('2026-11-20T10:00:05.000Z'));
  expect(versionAt(now.toISOString())).toBe(versionAt(now));
});

it('must be one of those that the caller expects, if any', () => {
  expect(() => requireVersion({}, 'a')).not.toThrow();
  expect(() => requireVersion({ expected: ['b', 'a'] }, 'a')).not.toThrow();
  expect(() => requireVersion({ expected: ['b'] }, 'a')).toThrow(/changed since/);
  expect(() => requireVersion({ expected: [] }, 'a')).toThrow(/changed since/);
});
