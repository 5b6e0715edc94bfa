import { expect, it } from 'vitest';
import type { AlertHistory } from '#monitoring/contracts/alert-history.js';
import { HistoryReader } from './read-history.js';

const refused = expect.objectContaining({ code: 'ERROR_RATE_LIMITED' });

it('a preview of a domain leaves room for one of another, and for no second one of its own', async () => {
  const reader = new HistoryReader({} as AlertHistory);
  const { promise: end, resolve } = Promise.withResolvers<string>();
  const first = reader.run('loud', () => end);
  await expect(reader.run('loud', () => end)).rejects.toEqual(refused);
  const other = reader.run('quiet', () => end);
  await expect(reader.run('third', () => end)).rejects.toEqual(refused);
  resolve('done');
  expect(await Promise.all([first, other])).toEqual(['done', 'done']);
  expect(await reader.run('loud', () => end)).toBe('done');
});

it('one that fails makes room', async () => {
  const reader = new HistoryReader({} as AlertHistory);
  await expect(reader.run('loud', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await reader.run('loud', () => Promise.resolve('done'))).toBe('done');
});
