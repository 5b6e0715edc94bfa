import { expect, it } from 'vitest';
import {
  mergeAlternatives,
  parseAlternatives,
  parseConditions,
  parseFilter,
  parseInstant,
  type Condition,
} from './arguments.js';

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

const condition = (k: string, v: unknown) => ({ k, v, o: 'eq' });

it('joins the filters of a command, as text or as a condition in JSON', () => {
  const first = parseFilter('state = OPEN and (a = 1 or b = 2)');
  expect(parseFilter('{"k":"c","v":3,"o":"eq"}', first)).toEqual({
    filter: [condition('state', 'OPEN'), condition('c', 3)],
    filter_or: [condition('a', 1), condition('b', 2)],
  });
  expect(() => parseFilter('c = 3 or d = 4', first)).toThrow('Only one filter can have conditions');
  expect(() => parseFilter('state is OPEN')).toThrow(
    'It is no filter: line 1, column 7: expected an operator',
  );
  expect(parseConditions('b = 2 and c = 3', [condition('a', 1) as Condition])).toHaveLength(3);
  expect(() => parseConditions('a = 1 or b = 2')).toThrow('cannot be joined by "or"');
  expect(parseAlternatives('b = 2 or c = 3', [condition('a', 1) as Condition])).toHaveLength(3);
  expect(() => parseAlternatives('a = 1 and b = 2')).toThrow('cannot be joined by "and"');
});

it('takes alternatives from one of the two options, and a filter as a whole', () => {
  const whole = parseFilter('a = 1');
  const alternatives = parseAlternatives('b = 2 or c = 3');
  expect(mergeAlternatives(undefined, undefined)).toEqual({});
  expect(mergeAlternatives(whole, undefined)).toEqual({ filter: [condition('a', 1)], filter_or: [] });
  expect(mergeAlternatives(whole, alternatives).filter_or).toHaveLength(2);
  expect(() => mergeAlternatives(parseFilter('a = 1 or b = 2'), alternatives)).toThrow(
    'give alternatives either',
  );
});
