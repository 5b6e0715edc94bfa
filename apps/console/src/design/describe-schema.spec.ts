import { expect, it } from 'vitest';
import { dropEmpty, fillDefaults, kindOf, nameProperty } from './describe-schema.js';

it('names properties as people do', () => {
  expect(nameProperty('webhook_url')).toBe('Webhook URL');
  expect(nameProperty('timeout_ms')).toBe('Timeout MS');
  expect(nameProperty('CRITICAL')).toBe('CRITICAL');
  expect(nameProperty('x', { title: 'The address' })).toBe('The address');
});

it('chooses a control by the schema', () => {
  expect(kindOf({ type: 'string' })).toBe('text');
  expect(kindOf({ type: ['integer', 'null'] })).toBe('number');
  expect(kindOf({ enum: ['P1', 'P2'] })).toBe('choice');
  expect(kindOf({ type: 'array', items: { type: 'string' } })).toBe('list');
  expect(kindOf({ type: 'object', additionalProperties: { type: 'string' } })).toBe('pairs');
  expect(kindOf({ type: 'object', properties: { a: {} } })).toBe('group');
  expect(kindOf({ type: 'boolean' })).toBe('flag');
});

it('drops what nobody has entered, and keeps false and zero', () => {
  expect(
    dropEmpty({ a: '', b: { c: '', d: [] }, e: ['', 'x'], f: false, g: 0, h: undefined, i: { j: 'k' } }),
  ).toEqual({ e: ['x'], f: false, g: 0, i: { j: 'k' } });
});

it('drops the spaces around what is in lists', () => {
  expect(dropEmpty({ a: ['Ann Smith ', ' '], b: [{ c: ' ' }] })).toEqual({
    a: ['Ann Smith'],
    b: [{ c: ' ' }],
  });
});

it('returns what is emptied to the default that the form shows', () => {
  const every = { type: 'string' };
  const grace = { type: 'string', default: '1m' };
  const schema = {
    properties: { zone: { default: 'UTC' }, text: {}, heartbeat: { properties: { every, grace } } },
  };
  const fill = (value: object, stored = {}) => fillDefaults(schema, value as Record<string, unknown>, stored);
  expect(fill({ zone: '', text: '', other: 1, heartbeat: {} })).toEqual({ zone: 'UTC', other: 1 });
  expect(fill({ zone: 'CET', heartbeat: { every: '1h', grace: '' } })).toEqual({
    ...{ zone: 'CET', heartbeat: { every: '1h', grace: '1m' } },
  });
  // Grace says when the heartbeat is late. Without a heartbeat it means nothing, and the user has ended that.
  const stored = { heartbeat: { every: '1h', grace: '1m' } };
  expect(fill({ heartbeat: { every: '', grace: '1m' } }, stored)['heartbeat']).toBeUndefined();
  // Here something is missing, which the service says.
  expect(fill({ heartbeat: { grace: '2m' } })['heartbeat']).toEqual({ grace: '2m' });
});
