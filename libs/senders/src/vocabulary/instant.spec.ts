import { describe, expect, it } from 'vitest';
import { parseInstant } from './instant.js';

const iso = (text: string, words?: '0.2'): string | undefined => parseInstant(text, words)?.toISOString();

describe('parseInstant', () => {
  it.each([
    ['2026-05-01 10:00:00 GMT+08:00', '2026-05-01T02:00:00.000Z'],
    ['2026-05-01 10:00:00 (UTC+08:00)', '2026-05-01T02:00:00.000Z'],
    ['2026-05-01 10:00:00 UTC+8', '2026-05-01T02:00:00.000Z'],
    ['2026-05-01T10:00:00 GMT-3', '2026-05-01T13:00:00.000Z'],
    ['2026-05-01T10:00:00UTC+05:30', '2026-05-01T04:30:00.000Z'],
    ['2026-05-01T10:00:00Z[UTC]', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01T10:00:00.250+02:00[Europe/Berlin]', '2026-05-01T08:00:00.250Z'],
    ['2026-05-01T10:00:00[Europe/Berlin]', '2026-05-01T08:00:00.000Z'],
    ['2026-05-01 10:00:00 Europe/Berlin', '2026-05-01T08:00:00.000Z'],
    ['2026-05-01 10:00 (America/Argentina/Ushuaia)', '2026-05-01T13:00:00.000Z'],
    ['2026-05-01 10:00:00 Etc/GMT-8', '2026-05-01T02:00:00.000Z'],
    ['2026-05-01T10:00:00[UTC]', '2026-05-01T10:00:00.000Z'],
    ['01-May-2026 10:00:00', '2026-05-01T10:00:00.000Z'],
    ['1-May-2026 10:00', '2026-05-01T10:00:00.000Z'],
    ['01-May-2026 10:00:00 PM CEST', '2026-05-01T20:00:00.000Z'],
    ['01-May-2026 10:00:00 Asia/Kolkata', '2026-05-01T04:30:00.000Z'],
    ['01/May/2026:10:00:00 +0200', '2026-05-01T08:00:00.000Z'],
    ['Fri May 01 10:00:00 GMT+08:00 2026', '2026-05-01T02:00:00.000Z'],
    ['Fri May 01 2026 10:00:00 GMT+0800 (China Standard Time)', '2026-05-01T02:00:00.000Z'],
    ['2026-05-01T10:00:00+02:00 (CEST)', '2026-05-01T08:00:00.000Z'],
    ['2026-05-01 10:00:00 PM', '2026-05-01T22:00:00.000Z'],
    ['2026-05-01 12:15:00 AM UTC', '2026-05-01T00:15:00.000Z'],
    ['2026年5月1日 10:00:00', '2026-05-01T10:00:00.000Z'],
    ['2026년 5월 1일 10:00:00', '2026-05-01T10:00:00.000Z'],
  ])('parses %s as %s', (text, instant) => expect(iso(text)).toBe(instant));

  it.each([
    ['the clocks are put forward: before', '2026-03-29 01:59:59[Europe/Berlin]', '2026-03-29T00:59:59.000Z'],
    ['the clocks are put forward: skipped', '2026-03-29 02:30:00[Europe/Berlin]', '2026-03-29T01:30:00.000Z'],
    ['the clocks are put forward: after', '2026-03-29 03:00:00[Europe/Berlin]', '2026-03-29T01:00:00.000Z'],
    ['the clocks are turned back: before', '2026-10-25 01:59:59[Europe/Berlin]', '2026-10-24T23:59:59.000Z'],
    ['the clocks are turned back: twice', '2026-10-25 02:30:00[Europe/Berlin]', '2026-10-25T00:30:00.000Z'],
    ['the clocks are turned back: after', '2026-10-25 03:00:00[Europe/Berlin]', '2026-10-25T02:00:00.000Z'],
    ['west of Greenwich, forward', '2026-03-08 03:00:00 America/New_York', '2026-03-08T07:00:00.000Z'],
    ['west of Greenwich, back', '2026-11-01 02:00:00 America/New_York', '2026-11-01T07:00:00.000Z'],
    ['half an hour', '2026-04-05 02:00:00 Australia/Lord_Howe', '2026-04-04T15:30:00.000Z'],
  ])('knows the offset of a named zone when %s', (_, text, instant) => expect(iso(text)).toBe(instant));

  it.each([
    '2026-05-01 10:00:00 CST',
    '2026-05-01T10:00:00 IST',
    '2026-05-01 10:00:00 BST',
    'May 1, 2026 10:00 AM AST',
    '01-May-2026 10:00:00 CST',
    'Fri May 01 10:00:00 CST 2026',
    '05/01/2026 10:00:00 AM XYZ',
    '2026-05-01 10:00:00[Mars/Olympus]',
  ])('takes an abbreviation that means several zones, or an unknown zone, for no instant: %s', (text) =>
    expect(iso(text)).toBeUndefined(),
  );

  it('accepts an ambiguous abbreviation beside an offset', () =>
    expect(iso('2026-05-01 10:00:00 +0800 CST')).toBe('2026-05-01T02:00:00.000Z'));

  it('parses by the rules of release 0.2 if it is told to', () => {
    expect(iso('2026-05-01 10:00:00 CST', '0.2')).toBe('2026-05-01T10:00:00.000Z');
    expect(iso('2026-05-01 10:00:00 GMT+08:00', '0.2')).toBeUndefined();
    expect(iso('01-May-2026 10:00:00', '0.2')).toBeUndefined();
  });

  it('parses thousands of local times in a fraction of a second', () => {
    const start = process.cpuUsage().user;
    for (let minute = 0; minute < 10_000; minute += 1)
      parseInstant(
        `2026-05-01 ${String(minute % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00 Europe/Berlin`,
      );
    for (const part of ['2026-05-01 ', 'Aa/', '+0', ' (', '[A'])
      for (let round = 0; round < 1_000; round += 1) parseInstant(part.repeat(20).slice(0, 100));
    expect(process.cpuUsage().user - start).toBeLessThan(500_000);
  });
});
