import { expect, it } from 'vitest';
import { messageOf, reasonOf } from './message-of.js';

it('a log does not get what an error repeats of others, whom it concerns does', () => {
  const error = Object.assign(new Error('it answered 500: geheim'), { logged: 'it answered 500' });
  expect(messageOf(error)).toBe('it answered 500');
  expect(reasonOf(error)).toBe('it answered 500: geheim');
});

it.each([
  [new Error('broken'), 'broken'],
  ['broken', 'broken'],
  [Object.create(null), 'unknown error'],
  [undefined, 'unknown error'],
  [null, 'unknown error'],
])('whatever was thrown has a message', (thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
  expect(reasonOf(thrown)).toBe(message);
});
