import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import type { Member } from './member.js';
import { findRotationShifts, validateRotation, type GivenRotation } from './rotation.js';

const NOW = new Date('2026-11-25T12:00:00Z');
const DAY = 86_400_000;
/** Both sides of the equator, changes of half an hour and at midnight, and none. */
const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Auckland'],
  ...['Asia/Beirut', 'Africa/Casablanca', 'America/Havana', 'Asia/Kolkata', 'UTC'],
];
const members: readonly Member[] = ['Ann', 'Bob', 'Cy'].map((name) => ({
  name,
  email: null,
  subscription_id: 'subscription_01kagexvhve0ya7d9z5kq5nh3m',
}));
const validate = (given: GivenRotation, timezone = 'Europe/Berlin') =>
  validateRotation(given, members, timezone, NOW);
const list = (given: GivenRotation, timezone: string, from: string, to: string) =>
  findRotationShifts(validate(given, timezone), timezone, Date.parse(from), Date.parse(to)).map(
    ({ start, end, members: [name] }) =>
      `${name} ${DateTime.fromMillis(start, { zone: timezone }).toISO()} ${(end - start) / 3_600_000}`,
  );

describe.each(ZONES)('a rotation in %s', (timezone) => {
  it.each([
    ['12h', { hours: 12 }],
    ['1d', { days: 1 }],
    ['3d', { days: 3 }],
    ['1w', { weeks: 1 }],
    ['2w', { weeks: 2 }],
  ] as const)('of shifts of %s changes at the same local times all year', (shift, step) => {
    const starts_on = '2026-01-05';
    const rotation = validate({ shift, handoff: { time: '09:30' }, starts_on }, timezone);
    const from = Date.parse('2026-01-20T00:00:00Z');
    const to = from + 365 * DAY;
    const shifts = findRotationShifts(rotation, timezone, from, to);
    // The wall clock counts as if it were UTC, and is read by the other library.
    let wall = DateTime.fromISO(`${starts_on}T09:30`, { zone: 'UTC' });
    const expected: [number, string | undefined][] = [];
    for (let index = 0; ; index += 1, wall = wall.plus(step)) {
      const start = wall.setZone(timezone, { keepLocalTime: true }).toMillis();
      const end = wall.plus(step).setZone(timezone, { keepLocalTime: true }).toMillis();
      if (start >= to) break;
      if (end > from) expected.push([start, members[index % 3]?.name]);
    }
    expect(shifts.map(({ start, members: [name] }) => [start, name])).toEqual(expected);
    for (const [index, { end }] of shifts.entries())
      if (index + 1 < shifts.length) expect(end).toBe(shifts[index + 1]?.start);
  });
});

describe('a rotation', () => {
  it('has a longer and a shorter shift where clocks are changed', () => {
    const given = { shift: '1d', handoff: { time: '09:00' }, starts_on: '2026-03-01' };
    expect(list(given, 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual([
      'Ann 2026-03-28T09:00:00.000+01:00 23',
      'Bob 2026-03-29T09:00:00.000+02:00 24',
    ]);
    expect(list(given, 'Europe/Berlin', '2026-10-24T12:00Z', '2026-10-25T07:00Z')).toEqual([
      'Ann 2026-10-24T09:00:00.000+02:00 25',
    ]);
  });

  it('hands off at the change where the clocks skip the time, and at the first of two', () => {
    const given = { shift: '1d', handoff: { time: '02:30' }, starts_on: '2026-03-01' };
    const starts = (from: string, to: string) =>
      findRotationShifts(validate(given), 'Europe/Berlin', Date.parse(from), Date.parse(to)).map(
        ({ start }) => new Date(start).toISOString(),
      );
    expect(starts('2026-03-29T01:30Z', '2026-03-29T02:00Z')).toEqual(['2026-03-29T01:00:00.000Z']);
    expect(starts('2026-10-25T01:45Z', '2026-10-25T02:00Z')).toEqual(['2026-10-25T00:30:00.000Z']);
  });

  it('leaves out a shift that the clocks skip', () => {
    const given = { shift: '1h', handoff: { time: '00:00' }, starts_on: '2026-03-29' };
    expect(list(given, 'Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T02:00Z')).toEqual([
      'Ann 2026-03-29T00:00:00.000+01:00 1',
      'Bob 2026-03-29T01:00:00.000+01:00 1',
      // The third member has the hour that does not exist.
      'Ann 2026-03-29T03:00:00.000+02:00 1',
    ]);
  });

  it('has nobody before it starts', () => {
    const given = { shift: '1w', handoff: { time: '09:00' }, starts_on: '2026-11-30' };
    expect(list(given, 'UTC', '2026-11-25T00:00Z', '2026-12-01T00:00Z')).toEqual([
      'Ann 2026-11-30T09:00:00.000Z 168',
    ]);
  });

  it.each([
    [{ shift: '1w', handoff: { time: '09:00' } }, '2026-11-23', 'MON'],
    [{ shift: '1w', handoff: { time: '09:00', day: 'WED' } }, '2026-11-25', 'WED'],
    [{ shift: '1w', handoff: { time: '14:00', day: 'WED' } }, '2026-11-18', 'WED'],
    [{ shift: '1d', handoff: { time: '14:00' } }, '2026-11-24', null],
    [{ shift: '12h', handoff: { time: '09:00' } }, '2026-11-25', null],
  ] as const)(
    'of %j starts with the last hand-off, so that the first member is on call',
    (given, date, day) => {
      const rotation = validate(given);
      expect(rotation).toMatchObject({ starts_on: date, handoff: { day }, members: ['Ann', 'Bob', 'Cy'] });
      const at = NOW.getTime();
      expect(findRotationShifts(rotation, 'Europe/Berlin', at, at + 1)[0]?.members).toEqual(['Ann']);
    },
  );

  it.each([
    [{ shift: '0d' }, 'rotation.shift'],
    [{ shift: '53w' }, 'rotation.shift'],
    [{ shift: '9999w' }, 'rotation.shift'],
    [{ handoff: { time: '24:00' } }, 'rotation.handoff.time'],
    [{ handoff: { time: '09:00', day: 'MON' } }, 'rotation.handoff.day'],
    [{ members: [] }, 'rotation.members'],
    [{ members: ['Zoe'] }, 'rotation.members[0]'],
    [{ members: ['Ann', 'Ann'] }, 'rotation.members[1]'],
    [{ starts_on: '2026-02-30' }, 'rotation.starts_on'],
    [{ starts_on: '1999-01-01' }, 'rotation.starts_on'],
    [{ shift: '1w', starts_on: '2026-11-24' }, 'rotation.starts_on'],
  ] as const)('of %j is refused', (wrong, field) => {
    const given = { shift: '1d', handoff: { time: '09:00' }, ...wrong };
    expect(() => validate(given)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
    );
  });
});
