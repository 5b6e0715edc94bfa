import { expect, it } from 'vitest';
import type { AlertHistory } from '#monitoring/contracts/alert-history.js';
import { HistoryReader } from './history-reader.js';

const rateLimitError = expect.objectContaining({ code: 'ERROR_RATE_LIMITED' });

it('rejects a second concurrent preview of a domain, and runs those of any number of domains', async () => {
  const reader = new HistoryReader({} as AlertHistory);
  const { promise: result, resolve } = Promise.withResolvers<string>();
  const all = ['loud', 'quiet', 'third', 'fourth'].map((domain) => reader.run(domain, () => result));
  await expect(reader.run('loud', () => result)).rejects.toEqual(rateLimitError);
  resolve('done');
  expect(await Promise.all(all)).toEqual(all.map(() => 'done'));
  expect(await reader.run('loud', () => result)).toBe('done');
});

it('admits another preview of a domain after one has failed', async () => {
  const reader = new HistoryReader({} as AlertHistory);
  await expect(reader.run('loud', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await reader.run('loud', () => Promise.resolve('done'))).toBe('done');
});
