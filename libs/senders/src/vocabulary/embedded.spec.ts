import { expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { Alarm } from './alarm.js';
import { wholeBody } from './alarms.js';
import { base64JsonOf, embeddedOf, inside } from './embedded.js';
import { alsoListed } from './formats.js';
import { filledOf } from './template.js';
import { text } from './text.js';
import { texts } from './texts.js';

function alarm(value: Json): Alarm {
  const received_at = new Date(0);
  const delivery = {
    body: value,
    headers: {},
    content_type: '',
    query: {},
    path_suffix: '',
    received_at,
  };
  return { value, pointer: '', delivery };
}

it.each([
  '$'.concat('{a.b}'),
  '{{ title }}',
  '{ProblemID}',
  '$ALERT_TITLE',
  '%HOST%',
  '*UNKNOWN*',
  'null',
  ' ',
])('%s is a variable nobody filled', (written) => expect(filledOf(written)).toBeUndefined());

it.each(['$5 too much', 'cpu of {a} and {b}', 'None shall pass', '{a} is high'])('%s is text', (written) =>
  expect(filledOf(written)).toBe(written),
);

it('reads JSON in texts and in base64, and nothing else', () => {
  expect(JSON.stringify(embeddedOf('{"a":12345678901234567890}'))).toBe('{"a":12345678901234567890}');
  expect(embeddedOf('hello')).toBeUndefined();
  expect(embeddedOf('{"a":')).toBeUndefined();
  expect(base64JsonOf(Buffer.from('{"a":1}').toString('base64'))).toEqual({ a: 1 });
  expect(base64JsonOf('%%%')).toBeUndefined();
  expect(inside('m', text('a.b'))(alarm({ m: '{"a":{"b":7}}' }))).toBe('7');
});

it('joins texts of a list', () => {
  expect(texts(undefined, 'x')(alarm({ x: ['a', null, 'b'] }))).toBe('a, b');
  expect(texts('n', 'x', 'y')(alarm({ x: [], y: [{ n: 1 }, {}] }))).toBe('1');
  expect(texts(undefined, 'x')(alarm({ x: 'alone' }))).toBe('alone');
});

it('finds the alarms of bodies in a list', () => {
  const find = alsoListed(wholeBody('id'));
  expect(find([{ id: 1 }, { id: 2 }])?.map(({ pointer }) => pointer)).toEqual(['/0', '/1']);
  expect(find([{ id: 1 }, 3])).toBeUndefined();
  expect(find({ id: 1 })?.map(({ pointer }) => pointer)).toEqual(['']);
});
