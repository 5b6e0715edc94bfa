import { expect, it } from 'vitest';
import { getLogMessage, getErrorMessage } from './error-message.js';

it('getLogMessage returns the safe message of an error, getErrorMessage the full one', () => {
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
])('returns a message for any thrown value', (thrown, message) => {
  expect(getLogMessage(thrown)).toBe(message);
  expect(getErrorMessage(thrown)).toBe(message);
});
