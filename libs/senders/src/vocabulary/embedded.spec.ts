import { expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { Alarm } from './alarm.js';
import { wholeBody } from './alarm-finder.js';
import { parseBase64Json, parseEmbeddedJson, insideJson } from './embedded.js';
import { singleOrList } from './formats.js';
import { filledTextOf } from './template.js';
import { text } from './text.js';
import { textList } from './text-list.js';

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
])('treats %j as an unfilled variable', (written) => expect(filledTextOf(written)).toBeUndefined());

it.each(['$5 too much', 'cpu of {a} and {b}', 'None shall pass', '{a} is high'])(
  'treats %j as text',
  (written) => expect(filledTextOf(written)).toBe(written),
);

it('parses JSON in text and in base64, and returns undefined for anything else', () => {
  expect(JSON.stringify(parseEmbeddedJson('{"a":12345678901234567890}'))).toBe('{"a":12345678901234567890}');
  expect(parseEmbeddedJson('hello')).toBeUndefined();
  expect(parseEmbeddedJson('{"a":')).toBeUndefined();
  expect(parseBase64Json(Buffer.from('{"a":1}').toString('base64'))).toEqual({ a: 1 });
  expect(parseBase64Json('%%%')).toBeUndefined();
  expect(insideJson('m', text('a.b'))(alarm({ m: '{"a":{"b":7}}' }))).toBe('7');
});

it('joins texts of a list', () => {
  expect(textList(undefined, 'x')(alarm({ x: ['a', null, 'b'] }))).toBe('a, b');
  expect(textList('n', 'x', 'y')(alarm({ x: [], y: [{ n: 1 }, {}] }))).toBe('1');
  expect(textList(undefined, 'x')(alarm({ x: 'alone' }))).toBe('alone');
});

it('finds an alarm for each body in a list', () => {
  const find = singleOrList(wholeBody('id'));
  expect(find([{ id: 1 }, { id: 2 }])?.map(({ pointer }) => pointer)).toEqual(['/0', '/1']);
  // One that is not recognised does not take the others along.
  expect(find([{ id: 1 }, 3])?.map(({ value }) => value)).toEqual([{ id: 1 }, 3]);
  expect(find([{ name: 1 }, 3])).toBeUndefined();
  expect(find({ id: 1 })?.map(({ pointer }) => pointer)).toEqual(['']);
});
