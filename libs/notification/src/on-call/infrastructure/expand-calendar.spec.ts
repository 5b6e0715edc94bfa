import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import type { CalendarTask } from './calendar-task.js';
import { expandCalendar } from './expand-calendar.js';

const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Auckland'],
  ...['Asia/Beirut', 'Africa/Casablanca', 'America/Havana', 'Asia/Kolkata', 'UTC'],
];
const FROM = Date.parse('2026-01-01T00:00:00Z');
const UNTIL = Date.parse('2027-01-01T00:00:00Z');

const wrap = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
let uid = 0;
const event = (...lines: readonly string[]) => [
  'BEGIN:VEVENT',
  ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:${(uid += 1)}`]),
  ...lines,
  'END:VEVENT',
];
const expand = (text: string, more: Partial<CalendarTask> = {}) =>
  expandCalendar({ text, timezone: 'Europe/Berlin', from: FROM, until: UNTIL, ...more });
/** Who is on call when, in the zone of the schedule. */
const list = (text: string, timezone = 'Europe/Berlin') => {
  const { people, shifts } = expand(text, { timezone });
  const format = (seconds: number) =>
    DateTime.fromSeconds(seconds, { zone: timezone }).toFormat('MM-dd HH:mm');
  return shifts.map(([start, end, person]) => `${people[person]?.summary} ${format(start)}/${format(end)}`);
};

describe.each(ZONES)('events in %s', (zone) => {
  it.each([
    ['DAILY', { days: 1 }],
    ['WEEKLY', { weeks: 1 }],
  ] as const)('that recur %s begin and end at the same local times all year', (freq, step) => {
    const text = wrap(
      ...event(
        ...[`DTSTART;TZID=${zone}:20260105T093000`, `DTEND;TZID=${zone}:20260106T093000`],
        ...[`RRULE:FREQ=${freq}`, 'SUMMARY:Ann'],
      ),
    );
    const expected: number[][] = [];
    let wall = DateTime.fromISO('2026-01-05T09:30', { zone: 'UTC' });
    for (; ; wall = wall.plus(step)) {
      const start = wall.setZone(zone, { keepLocalTime: true });
      if (start.toMillis() >= UNTIL) break;
      const end = wall.plus({ days: 1 }).setZone(zone, { keepLocalTime: true });
      expected.push([start.toSeconds(), end.toSeconds(), 0]);
    }
    expect(expand(text).shifts).toEqual(expected);
  });

  it('of whole days and without a zone are in the zone of the schedule', () => {
    const text = wrap(
      ...event('DTSTART;VALUE=DATE:20260329', 'DTEND;VALUE=DATE:20260330', 'SUMMARY:day'),
      ...event('DTSTART:20261101T120000', 'DURATION:PT2H', 'SUMMARY:floating'),
    );
    const at = (time: string) => DateTime.fromISO(time, { zone }).toSeconds();
    expect(expand(text, { timezone: zone }).shifts.map(([start, end]) => [start, end])).toEqual([
      [at('2026-03-29'), at('2026-03-30')],
      [at('2026-11-01T12:00'), at('2026-11-01T14:00')],
    ]);
  });
});

describe('an event', () => {
  it('of a day without an end lasts a day, and one of a time lasts no time', () => {
    const text = wrap(
      ...event('DTSTART;VALUE=DATE:20260401', 'SUMMARY:day'),
      ...event('DTSTART:20260401T120000Z', 'SUMMARY:moment'),
    );
    expect(list(text)).toEqual(['day 04-01 00:00/04-02 00:00']);
  });

  it('counts the time that the clocks skip by those before the change, and the first of two', () => {
    const at = (start: string) =>
      wrap(...event(`DTSTART;TZID=Europe/Berlin:${start}`, 'DURATION:PT3H', 'SUMMARY:x'));
    expect(expand(at('20260329T023000')).shifts[0]?.[0]).toBe(Date.parse('2026-03-29T01:30:00Z') / 1000);
    expect(expand(at('20261025T023000')).shifts[0]?.[0]).toBe(Date.parse('2026-10-25T00:30:00Z') / 1000);
  });

  it('is changed and left out for single occurrences, and from one on', () => {
    const series = [`DTSTART;TZID=Europe/Berlin:20260601T090000`, `DTEND;TZID=Europe/Berlin:20260601T170000`];
    const text = wrap(
      ...event('UID:s', ...series, 'RRULE:FREQ=DAILY;COUNT=6', 'SUMMARY:Ann', 'EXDATE:20260602T070000Z'),
      ...event(
        ...['UID:s', 'RECURRENCE-ID;TZID=Europe/Berlin:20260603T090000', 'SUMMARY:Bob'],
        ...['DTSTART;TZID=Europe/Berlin:20260603T100000', 'DTEND;TZID=Europe/Berlin:20260603T180000'],
      ),
      ...event(
        ...['UID:s', 'RECURRENCE-ID;TZID=Europe/Berlin:20260604T090000', 'STATUS:CANCELLED'],
        ...['DTSTART;TZID=Europe/Berlin:20260604T090000', 'DURATION:PT8H'],
      ),
      ...event(
        ...['UID:s', 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260605T090000', 'SUMMARY:Cy'],
        ...['DTSTART;TZID=Europe/Berlin:20260605T080000', 'DURATION:PT9H'],
      ),
    );
    expect(list(text)).toEqual([
      ...['Ann 06-01 09:00/06-01 17:00', 'Bob 06-03 10:00/06-03 18:00'],
      ...['Cy 06-05 08:00/06-05 17:00', 'Cy 06-06 08:00/06-06 17:00'],
    ]);
  });

  it.each([
    ['20260603T065959Z', 2],
    ['20260603T070000Z', 3],
    ['20260603', 3],
  ])('recurs until %s, inclusive', (until, count) => {
    const text = wrap(
      ...event(
        'DTSTART;TZID=Europe/Berlin:20260601T090000',
        'DURATION:PT1H',
        `RRULE:FREQ=DAILY;UNTIL=${until}`,
      ),
    );
    expect(expand(text).shifts).toHaveLength(count);
  });

  it('of days recurs until the local day of a time', () => {
    const rule = 'RRULE:FREQ=DAILY;UNTIL=20260602T220000Z';
    expect(expand(wrap(...event('DTSTART;VALUE=DATE:20260601', rule))).shifts).toHaveLength(3);
  });

  it('names its attendees who have not declined', () => {
    const text = wrap(
      ...event(
        ...[
          'DTSTART:20260601T090000Z',
          'DURATION:PT1H',
          'SUMMARY: On call ',
          'ATTENDEE:MAILTO:Ann@Example.com',
        ],
        ...['ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com', 'ATTENDEE;EMAIL=cy@example.com:urn:uuid:1'],
      ),
    );
    expect(expand(text).people).toEqual([
      { summary: 'On call', emails: ['ann@example.com', 'cy@example.com'] },
    ]);
  });

  it('has further dates and periods', () => {
    const text = wrap(
      ...event(
        ...['DTSTART:20260601T090000Z', 'DURATION:PT1H', 'SUMMARY:x', 'RDATE:20260608T090000Z'],
        'RDATE;VALUE=PERIOD:20260610T090000Z/PT3H',
      ),
    );
    expect(list(text, 'UTC')).toEqual([
      ...['x 06-01 09:00/06-01 10:00', 'x 06-08 09:00/06-08 10:00', 'x 06-10 09:00/06-10 12:00'],
    ]);
  });
});

describe('a time zone', () => {
  const at = (zone: string, ...before: readonly string[]) =>
    wrap(...before, ...event(`DTSTART;TZID="${zone}":20260701T090000`, 'DURATION:PT1H', 'SUMMARY:x'));
  const ISTANBUL = Date.parse('2026-07-01T06:00:00Z') / 1000;
  const definition = (name: string, ...lines: readonly string[]) => [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`, ...lines, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['TZOFFSETFROM:+0545', 'TZOFFSETTO:+0545', 'END:STANDARD', 'END:VTIMEZONE'],
  ];

  it.each([
    ['Europe/Istanbul', []],
    ['Turkey Standard Time', []],
    ['/freeassociation.sourceforge.net/Europe/Istanbul', []],
    ['/mozilla.org/20050126_1/Europe/Istanbul', []],
    // The definition in the calendar is old.
    ['Europe/Istanbul', definition('Europe/Istanbul')],
    ['Custom', definition('Custom', 'X-LIC-LOCATION:Europe/Istanbul')],
  ])('%s is found', (zone, before) => {
    expect(expand(at(zone, ...before))).toMatchObject({
      shifts: [[ISTANBUL, ISTANBUL + 3600, 0]],
      warnings: [],
    });
  });

  it('is defined by the calendar if its name says nothing', () => {
    const start = Date.parse('2026-07-01T03:15:00Z') / 1000;
    expect(expand(at('Customized', ...definition('Customized'))).shifts[0]?.[0]).toBe(start);
  });

  it.each([
    [['X-WR-TIMEZONE:Turkey Standard Time'], ISTANBUL, 'Europe/Istanbul'],
    [[], ISTANBUL + 3600, 'Europe/Berlin'],
  ])('that is not known is that of the calendar (%j), or of the schedule', (before, start, name) => {
    const { shifts, warnings } = expand(at('Nowhere', ...before));
    expect(shifts[0]?.[0]).toBe(start);
    expect(warnings).toEqual([`The time zone Nowhere is not known; its times are read as ${name}`]);
  });
});

describe('a hostile calendar', () => {
  const start = 'DTSTART:20260101T000000Z';

  it.each([
    ['<html>', /does not begin with BEGIN:VCALENDAR/],
    ['', /does not begin/],
    ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMM', /cut off/],
    ['BEGIN:VCALENDAR\nnonsense\nEND:VCALENDAR', /no valid iCalendar/],
    [wrap(...event(start, 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY')), /more than 10000 events/],
    [
      wrap(...event('DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')),
      /more than 100000 recurrences/,
    ],
  ])('%j is refused', (text, reason) => {
    expect(() => expand(text)).toThrow(reason);
  });

  it.each([
    ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 0],
    ['RRULE:FREQ=DAILY;INTERVAL=0;COUNT=3', 3],
  ])('with %s is read', (rule, count) => {
    expect(expand(wrap(...event(start, 'DURATION:PT1H', rule))).shifts.length).toBeLessThanOrEqual(
      Math.max(count, 1),
    );
  });

  it('has broken events left out and named', () => {
    const text = wrap(
      ...event('SUMMARY:no start'),
      ...event(start, 'DTEND:tomorrow', 'SUMMARY:strange'),
      ...event(start, 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES', 'SUMMARY:rule'),
      ...event('DTSTART:20260601T090000Z', 'DTEND:20260601T080000Z', 'SUMMARY:backwards'),
      ...event('DTSTART:20260601T090000Z', 'DURATION:PT1H', 'SUMMARY:fine'),
    );
    const { people, warnings } = expand(text);
    expect(people.map(({ summary }) => summary)).toContain('fine');
    expect(people.map(({ summary }) => summary)).not.toContain('backwards');
    expect(warnings).toContainEqual(expect.stringContaining('“rule” cannot be read and is left out'));
    expect(warnings).toContainEqual(expect.stringContaining('“no start” cannot be read and is left out'));
  });

  it('does not remember the zones of another', () => {
    const definition = [
      ...['BEGIN:VTIMEZONE', 'TZID:Mine', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0500'],
      ...['TZOFFSETTO:+0500', 'END:STANDARD', 'END:VTIMEZONE'],
    ];
    const text = event('DTSTART;TZID=Mine:20260701T090000', 'DURATION:PT1H');
    expect(expand(wrap(...definition, ...text)).warnings).toEqual([]);
    expect(expand(wrap(...text)).warnings).toHaveLength(1);
  });
});
