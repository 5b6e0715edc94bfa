import { expect, it } from 'vitest';
import { changeRecord, nextChangeTime, requireVersion, formatVersion } from './record-changes.js';

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

it('is written only if a field has another value', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const record = { name: 'a', tags: { b: 1 }, ends_at: now, updated_at: now };
  expect(changeRecord(record, now, { name: 'a', tags: { b: 1 }, ends_at: new Date(now) })).toBe(false);
  expect(record.updated_at).toBe(now);
  expect(changeRecord(record, now, { ends_at: new Date(0) })).toBe(true);
  expect(record).toMatchObject({ name: 'a', ends_at: new Date(0), updated_at: nextChangeTime(now, now) });
});

it('must be one of the versions that the caller expects, if it expects any', () => {
  expect(() => requireVersion({}, 'a')).not.toThrow();
  expect(() => requireVersion({ expected: ['b', 'a'] }, 'a')).not.toThrow();
  expect(() => requireVersion({ expected: ['b'] }, 'a')).toThrow(/changed since/);
  expect(() => requireVersion({ expected: [] }, 'a')).toThrow(/changed since/);
});
