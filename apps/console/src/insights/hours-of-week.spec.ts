import { expect, it } from 'vitest';
import { byHourOfWeek, countOutsideWorkingHours } from './hours-of-week.js';

/** An instant of the zone in which the tests run, in seconds since 1970. */
const at = (text: string): number => new Date(text).getTime() / 1_000;

it('counts by weekday, Monday first, and by hour of the day', () => {
  const week = byHourOfWeek(
    new Map([
      [at('2026-11-23T00:00'), 1],
      [at('2026-11-29T23:00'), 2],
      [at('2026-11-22T23:00'), 3],
    ]),
  );
  expect(week[0]?.[0]).toBe(1);
  expect(week[6]?.[23]).toBe(5);
  expect(week.flat().reduce((sum, count) => sum + count, 0)).toBe(6);
});

it('takes Monday to Friday from 9 to 18 as working hours', () => {
  const count = (text: string) => countOutsideWorkingHours(new Map([[at(text), 4]]));
  expect(count('2026-11-27T09:00')).toBe(0);
  expect(count('2026-11-27T17:00')).toBe(0);
  expect(count('2026-11-27T18:00')).toBe(4);
  expect(count('2026-11-27T08:00')).toBe(4);
  expect(count('2026-11-28T12:00')).toBe(4);
  expect(count('2026-11-29T12:00')).toBe(4);
});
