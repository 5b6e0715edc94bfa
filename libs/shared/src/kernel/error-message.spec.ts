import { expect, it } from 'vitest';
import { getLogMessage, getErrorMessage } from './error-message.js';

it('a log does not get what an error repeats of others, whom it concerns does', () => {
  const error = Object.assign(new Error('it answered 500: geheim'), { logged: 'it answered 500' });
  expect(getLogMessage(error)).toBe('it answered 500');
  expect(getErrorMessage(error)).toBe('it answered 500: geheim');
});

it.each([
  [new Error('broken'), 'broken'],
  ['broken', 'broken'],
  [Object.create(null), 'unknown error'],
  [undefined, 'unknown error'],
  [null, 'unknown error'],
])('whatever was thrown has a message', (thrown, message) => {
  expect(getLogMessage(thrown)).toBe(message);
  expect(getErrorMessage(thrown)).toBe(message);
});
