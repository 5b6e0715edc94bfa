import { expect, it } from 'vitest';
import { findNewestTime, shiftTimes } from './shift-times.js';

const FROM = new Date('2025-03-04T10:15:00Z');
/** A year, and then some hours into the next day. */
const shift = { from: FROM, seconds: Date.UTC(2026, 2, 5, 1, 5, 10) / 1000 - FROM.getTime() / 1000 };

it.each([
  ['2025-03-04T10:15:00Z', '2026-03-05T01:05:10Z'],
  ['2025-03-04T10:15:00.123456789+02:00', '2026-03-05T01:05:10.123456789+02:00'],
  ['2025-03-04T10:15', '2026-03-05T01:05'],
  ['2025-03-04 10:15:00 (UTC)', '2026-03-05 01:05:10 (UTC)'],
  ['2025/03/04 10:10:00', '2026/03/05 01:00:10'],
  ['due 2025-03-04, or 2025.03.03', 'due 2026-03-05, or 2026.03.04'],
  ['Tue Mar  4 10:15:00 CET 2025', 'Thu Mar  5 01:05:10 CET 2026'],
  ['Tue Mar 04 10:15:00 UTC 2025', 'Thu Mar 05 01:05:10 UTC 2026'],
  ['Tue, 04 Mar 2025 10:15:00 GMT', 'Thu, 05 Mar 2026 01:05:10 GMT'],
  ['Mar 4, 2025, 10:15:00 AM UTC', 'Mar 5, 2026, 01:05:10 AM UTC'],
  ['3/4/2025 10:15 PM', '3/5/2026 01:05 PM'],
  ['04.03.2025 10:15:00', '05.03.2026 01:05:10'],
  ['(04/03/25 10:15:00)', '(05/03/26 01:05:10)'],
  ['at 10:15:00 on 2025.03.04', 'at 01:05:10 on 2026.03.05'],
  ['20250304101500', '20260305010510'],
  ['20250304T101500+0000', '20260305T010510+0000'],
  ['1741083300', '1772672710'],
  ['1741083300.25', '1772672710.25'],
  ['1741083300123', '1772672710123'],
  ['1741083300123456789', '1772672710123456789'],
  ['from=1741083300&to=1741083360', 'from=1772672710&to=1772672770'],
])('moves %s to %s', (text, moved) => {
  expect(shiftTimes(text, shift)).toBe(moved);
});

it.each(['CVE-2025-1', '192.0.2.25:25', '4711', '2.20.1', '1041083300', 'v2025.99.01', '7d1f1741083300'])(
  'leaves %s, which is no time near that of the sample',
  (text) => {
    expect(shiftTimes(text, shift)).toBe(text);
  },
);

it('keeps the distance between the times of a text, each in its own notation', () => {
  const text = '{"start": 1741083300, "end": "2025-03-04T10:20:30.5Z"}';
  expect(shiftTimes(text, shift)).toBe('{"start": 1772672710, "end": "2026-03-05T01:10:40.5Z"}');
  expect(findNewestTime(text, FROM)).toEqual(new Date('2025-03-04T10:20:30Z'));
});
