import { expect, it } from 'vitest';
import { nextChangeTime, requireVersion, formatVersion } from './record-version.js';

it('differs after each change, also within a millisecond or if the clock goes back', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const next = nextChangeTime(now, now);
  const last = nextChangeTime(next, new Date(0));
  expect(new Set([now, next, last].map(formatVersion)).size).toBe(3);
  expect(nextChangeTime(now, new Date('2026-11-20T10:00:05.000Z'))).toEqual(
    new Date('2026-11-20T10:00:05.000Z'),
  );
  expect(formatVersion(now.toISOString())).toBe(formatVersion(now));
});

it('must be one of the versions that the caller expects, if it expects any', () => {
  expect(() => requireVersion({}, 'a')).not.toThrow();
  expect(() => requireVersion({ expected: ['b', 'a'] }, 'a')).not.toThrow();
  expect(() => requireVersion({ expected: ['b'] }, 'a')).toThrow(/changed since/);
  expect(() => requireVersion({ expected: [] }, 'a')).toThrow(/changed since/);
});
