import { expect, it } from 'vitest';
import { dropEmpty, kindOf, nameProperty } from './describe-schema.js';

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
