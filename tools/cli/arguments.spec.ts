import { expect, it } from 'vitest';
import { parseInstant } from './arguments.js';

it.each([
  ['2027-02-28T10:00:00+01:00', '2027-02-28T09:00:00.000Z'],
  ['2027-02-28', '2027-02-28T00:00:00.000Z'],
  ['now + 90d', 'now + 90d'],
])('parses the time %s', (text, time) => {
  expect(parseInstant(text)).toBe(time);
});

it.each(['tomorrow', '2027-02-30T00:00:00Z', '2027-02-29'])('rejects the time %s', (text) => {
  expect(() => parseInstant(text)).toThrow('It must be a time like');
});
