import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTimezone } from '#shared/kernel/cron-schedule.js';
import { findInstants, getOffset } from '#shared/kernel/local-time.js';
import { WEEKDAYS } from '#shared/kernel/weekdays.js';
import { validateWeekly, findWindows, type WeeklyWindow } from './weekly-window.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const createWeekly = (more: Partial<WeeklyWindow>): WeeklyWindow => ({
  days: WEEKDAYS,
  from: '00:00',
  to: '00:00',
  timezone: 'Europe/Berlin',
  ...more,
});
const findBetween = (given: WeeklyWindow, from: string, to: string) =>
  findWindows(given, Date.parse(from), Date.parse(to)).map(({ start, end }) => [
    new Date(start).toISOString(),
    new Date(end).toISOString(),
  ]);

describe('a weekly window', () => {
  it('opens on its days by the local time of its time zone', () => {
    const given = createWeekly({ days: ['SAT', 'MON'], from: '09:00', to: '17:30' });
    expect(findBetween(given, '2026-11-27T00:00:00Z', '2026-12-01T00:00:00Z')).toEqual([
      ['2026-11-28T08:00:00.000Z', '2026-11-28T16:30:00.000Z'],
      ['2026-11-30T08:00:00.000Z', '2026-11-30T16:30:00.000Z'],
    ]);
  });

  it('belongs to the day on which it opens if it passes midnight', () => {
    const given = createWeekly({ days: ['SUN'], from: '22:00', to: '06:00' });
    expect(findBetween(given, '2026-11-30T03:00:00Z', '2026-11-30T04:00:00Z')).toEqual([
      ['2026-11-29T21:00:00.000Z', '2026-11-30T05:00:00.000Z'],
    ]);
    expect(findBetween(given, '2026-11-30T21:00:00Z', '2026-11-30T23:00:00Z')).toEqual([]);
  });

  it('lasts a whole day if its times are equal, also with 23 or 25 hours when clocks change', () => {
    const lengths = (from: string, to: string) =>
      findWindows(createWeekly({}), Date.parse(from), Date.parse(to)).map(
        ({ start, end }) => (end - start) / HOUR,
      );
    expect(lengths('2027-03-28T06:00:00Z', '2027-03-28T07:00:00Z')).toEqual([23]);
    expect(lengths('2027-10-31T06:00:00Z', '2027-10-31T07:00:00Z')).toEqual([25]);
  });

  // In Berlin clocks go from 02:00 to 03:00 on 2027-03-28 and from 03:00 to 02:00 on 2027-10-31, both at 01:00 UTC.
  it.each([
    ['opens when clocks skip its opening time', '02:30', '05:00', '2027-03-28', '01:00', '03:00'],
    ['closes when clocks skip its closing time', '01:00', '02:30', '2027-03-28', '00:00', '01:00'],
    ['opens when its opening time occurs first', '02:30', '05:00', '2027-10-31', '00:30', '04:00'],
    ['closes when its closing time occurs last', '01:00', '02:30', '2027-10-31', '23:00', '01:30'],
    ['is open while its hour occurs twice', '02:15', '02:45', '2027-10-31', '00:15', '01:45'],
  ])('%s', (_, from, to, day, start, end) => {
    const found = findBetween(createWeekly({ from, to }), `${day}T00:55:00Z`, `${day}T01:05:00Z`);
    expect(found.map((each) => each.map((at) => at.slice(11, 16)))).toEqual([[start, end]]);
  });

  it('does not exist on a day on which clocks skip all of it', () => {
    const given = createWeekly({ from: '02:10', to: '02:50' });
    expect(findBetween(given, '2027-03-28T00:00:00Z', '2027-03-28T12:00:00Z')).toEqual([]);
  });

  it.each([
    [{ days: [] }, 'weekly.days'],
    [{ from: '24:00' }, 'weekly.from'],
    [{ to: '9:00' }, 'weekly.to'],
    [{ timezone: 'Europe/Atlantis' }, 'weekly.timezone'],
    [{ timezone: '+02:00' }, 'weekly.timezone'],
  ])('%j is refused', (more, field) => {
    expect(() => validateWeekly(createWeekly(more))).toThrow(field);
  });
});

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
];
const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(2007, 0), max: Date.UTC(2030, 0) });

describe('any instant', () => {
  it('is the first or last instant of its local time', () => {
    fc.assert(
      fc.property(zone, instant, (timezone, at) => {
        const { first, last } = findInstants(timezone, at + getOffset(timezone, at));
        expect([first, last]).toContain(at);
        expect(last).toBeGreaterThanOrEqual(first);
      }),
    );
  });

  it('is in a window if and only if its local time is, apart from days near a clock change', () => {
    const time = fc.integer({ min: 0, max: 1439 });
    const formatTime = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(
        zone,
        instant,
        fc.subarray([...WEEKDAYS], { minLength: 1 }),
        time,
        time,
        (timezone, at, days, from, to) => {
          // Days around a change of the clocks are left out: where clocks are set back, a window lasts until its end is shown
          // the last time.
          const offsets = [-2, -1, 0, 1, 2].map((n) => getOffset(timezone, at + n * DAY));
          fc.pre(new Set(offsets).size === 1);
          const wall = at + getOffset(timezone, at);
          const minutes = Math.floor((wall % DAY) / MINUTE);
          const isOn = (day: number) => days.includes(WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7] ?? 'MON');
          const expected =
            from < to
              ? isOn(wall) && minutes >= from && minutes < to
              : (isOn(wall) && minutes >= from) || (isOn(wall - DAY) && minutes < to);
          const given = { days, from: formatTime(from), to: formatTime(to), timezone };
          expect(findWindows(given, at, at + 1).length > 0).toBe(expected);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it.each([...ZONES, 'europe/berlin', 'Etc/GMT+2'])('%s is a time zone', (name) => {
  expect(checkTimezone(name)).toBeUndefined();
});
