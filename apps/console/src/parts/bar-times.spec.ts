import { expect, it } from 'vitest';
import { DAY_SECONDS, formatBarTime, HOUR_SECONDS, labelTicks } from './bar-times.js';

const at = (text: string): number => Date.parse(text) / 1_000;

it('names the day of a bar in UTC, as it is counted', () => {
  expect(formatBarTime(at('2026-11-29T00:00Z'), DAY_SECONDS)).toMatch(
    /Sunday.*29.*UTC|Sunday.*November.*UTC/,
  );
});

it('names both ends of an hour', () => {
  const [start, end] = formatBarTime(at('2026-11-29T10:00Z'), HOUR_SECONDS).split(' – ');
  expect(start).toMatch(/29/);
  expect(end).not.toBe('');
});

it('writes the day only where it changes', () => {
  const ticks = [0, 6, 12, 18, 24].map((hours) => at('2026-11-28T00:00') + hours * HOUR_SECONDS);
  const labels = labelTicks(ticks, HOUR_SECONDS);
  expect(labels.map((label) => label.includes('\n'))).toEqual([true, false, false, false, true]);
});

it('labels bars of days by their dates', () => {
  const [label] = labelTicks([at('2026-11-28T00:00Z')], DAY_SECONDS);
  expect(label).toMatch(/28/);
  expect(label).not.toContain('\n');
});
