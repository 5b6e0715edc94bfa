import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
beforeEach(async () => {
  api = await startApi({ RATE_LIMIT: '100000' });
});
afterEach(() => api.close());

/** Marks the statements of a call, to tell them from those that the process runs by itself. */
const calls = new AsyncLocalStorage<true>();

it('an API key that was used before is authenticated without a database query', async () => {
  const { body } = await api.call('POST', '/identity/v1/api-keys', {
    body: { user_id: 'u', domain_id: 'd1' },
  });
  const key = String(body.api_key);
  const asked: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args
  ) {
    const [first] = args as unknown[];
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text);
    if (calls.getStore()) asked.push(text);
    return original.apply(this, args as never) as never;
  });
  const use = (path = '/monitoring/v1/plugins') => calls.run(true, () => api.call('GET', path, { key }));
  expect((await use()).status).toBe(200);
  expect(asked).toEqual([expect.stringContaining('from api_key where secret_digest')]);

  // Neither changes of other records nor time evict the key from the cache.
  await api.call('POST', '/identity/v1/api-keys', { body: { user_id: 'v', domain_id: 'd1' } });
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await use();
  asked.length = 0;
  for (let times = 0; times < 50; times++) expect((await use()).status).toBe(200);
  expect(asked).toEqual([]);
  expect((await use(`/monitoring/v1/webhooks`)).status).toBe(200);
  expect(asked.filter((text) => /from api_key/.test(text))).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
  query.mockRestore();
});

const original = pg.Client.prototype.query as (this: pg.Client, ...args: never[]) => unknown;
