import { expect, it } from 'vitest';
import type { AlertHistory } from '#monitoring/contracts/alert-history.js';
import { HistoryReader } from './history-reader.js';

const rateLimitError = expect.objectContaining({ code: 'ERROR_RATE_LIMITED' });

it('rejects a second concurrent preview of a domain, and a third one of all domains', async () => {
  const reader = new HistoryReader({} as AlertHistory);
  const { promise: result, resolve } = Promise.withResolvers<string>();
  const first = reader.run('loud', () => result);
  await expect(reader.run('loud', () => result)).rejects.toEqual(rateLimitError);
  const other = reader.run('quiet', () => result);
  await expect(reader.run('third', () => result)).rejects.toEqual(rateLimitError);
  resolve('done');
  expect(await Promise.all([first, other])).toEqual(['done', 'done']);
  expect(await reader.run('loud', () => result)).toBe('done');
});

it('admits another preview of a domain after one has failed', async () => {
  const reader = new HistoryReader({} as AlertHistory);
  await expect(reader.run('loud', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await reader.run('loud', () => Promise.resolve('done'))).toBe('done');
});
