import { expect, it } from 'vitest';
import { timeText } from './time-text.js';

it('writes each time down as JSON does', () => {
  const times = ['2026-11-20T10:00:00.123Z', '2026-11-20T10:00:00.123Z', '2026-11-20T10:00:00.124Z'];
  expect(times.map((time) => timeText(new Date(time)))).toEqual(times);
});

it('refuses what is no time, as JSON would lose it', () => {
  expect(() => timeText(new Date(Number.NaN))).toThrow(RangeError);
  expect(timeText(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
});
