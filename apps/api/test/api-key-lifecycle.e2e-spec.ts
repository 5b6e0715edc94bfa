import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { timed } from '#test/slowness.js';
import { sql } from '#test/sql.js';
import { startApi, type ApiResponse, type ApiUnderTest } from './api-under-test.js';

interface Key {
  readonly api_key_id: string;
  readonly api_key: string;
}

let api: ApiUnderTest;
let second: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ DATABASE_URL: api.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await api.close();
});

const domain = 'domain_id=d1';
const keyPath = ({ api_key_id }: Pick<Key, 'api_key_id'>, verb = '') =>
  `/identity/v1/api-key/${api_key_id}${verb && `/${verb}`}?${domain}`;

async function create(fields: Record<string, unknown> = {}): Promise<Key> {
  const body = { user_id: 'u1', domain_id: 'd1', ...fields };
  return (await api.call<Key & Record<string, unknown>>('POST', '/identity/v1/api-keys', { body })).body;
}

const use = (to: ApiUnderTest, key: string) => to.call('GET', '/monitoring/v1/webhooks', { key });

async function terminateListeners(): Promise<void> {
  const terminated = await sql(
    api.databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'tocsin change listener' and datname = current_database()`,
  );
  expect(terminated.length).toBeGreaterThan(0);
}

/** Repeats a request until the other process rejects the key. */
async function waitForRejection(key: string): Promise<void> {
  let response: ApiResponse;
  do response = await use(second, key);
  while (response.status === 200);
  expect(response).toMatchObject({ status: 401, body: { code: 'ERROR_AUTHENTICATE_FAILURE' } });
}

describe('an API key', () => {
  it.each([
    ['disabled', (key: Key) => api.call('PUT', keyPath(key, 'disable'))],
    ['deleted', (key: Key) => api.call('DELETE', keyPath(key))],
    ['rotated', (key: Key) => api.call('PUT', keyPath(key, 'rotate'))],
  ])(
    'that is %s is refused on another process within a second, also without notifications',
    async (_, invalidate) => {
      for (const hasListener of [true, false]) {
        const key = await create();
        expect((await use(second, key.api_key)).status).toBe(200);
        await sleep(600);
        expect((await use(second, key.api_key)).status).toBe(200);
        if (!hasListener) await terminateListeners();
        const elapsedMs = await timed(async () => {
          expect((await invalidate(key)).status).toBeLessThan(300);
          await waitForRejection(key.api_key);
        });
        expect(elapsedMs).toBeLessThan(1000);
      }
    },
  );

  it('is accepted again after it is enabled', async () => {
    const key = await create();
    for (const state of ['DISABLED', 'DISABLED', 'ENABLED', 'ENABLED']) {
      const verb = state === 'ENABLED' ? 'enable' : 'disable';
      expect(await api.call('PUT', keyPath(key, verb))).toMatchObject({
        status: 200,
        body: { ...key, api_key: `tocsin_…${key.api_key.slice(-4)}`, state },
      });
    }
    await sleep(1000);
    expect((await use(second, key.api_key)).status).toBe(200);
  });

  it('accepts its previous secret for the grace period of a rotation, and no older one', async () => {
    const first = await create();
    expect((await use(second, first.api_key)).status).toBe(200);
    const rotate = (body: object) => api.call<Key & object>('PUT', keyPath(first, 'rotate'), { body });

    const next = await rotate({ grace_seconds: 60 });
    expect(next.body.api_key).toMatch(/^tocsin_[0-9A-Za-z]{46}$/);
    await sleep(1000);
    for (const { api_key } of [first, next.body]) expect((await use(second, api_key)).status).toBe(200);

    expect(await rotate({ grace_seconds: 60 })).toMatchObject({
      status: 409,
      body: { code: 'ERROR_CONFLICT' },
    });
    expect((await use(second, first.api_key)).status).toBe(200);
    let last = next;
    const elapsedMs = await timed(async () => {
      last = await rotate({ grace_seconds: 1, end_grace: true });
      await waitForRejection(first.api_key);
    });
    expect(elapsedMs).toBeLessThan(1000);
    expect((await use(second, last.body.api_key)).status).toBe(200);
    expect(await timed(() => waitForRejection(next.body.api_key))).toBeLessThan(2000);

    const stored = JSON.stringify(await sql(api.databaseUrl, 'select * from api_key'));
    for (const { api_key } of [first, next.body, last.body]) expect(stored).not.toContain(api_key);
    expect(await rotate({ grace_seconds: -1 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'grace_seconds' }] },
    });
  });

  it('gets the same 404 from another domain as an API key that does not exist', async () => {
    const key = await create();
    const other = (await create({ domain_id: 'd2' })).api_key;
    const missing = { api_key_id: newId('api_key') };
    for (const [method, verb] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PUT', 'enable'],
      ['PUT', 'disable'],
      ['PUT', 'rotate'],
    ] as const) {
      const ask = (record: Pick<Key, 'api_key_id'>) =>
        api.call(method, keyPath(record, verb).replace(`?${domain}`, ''), { key: other });
      const [foreign, none] = [await ask(key), await ask(missing)];
      expect(foreign).toMatchObject({ status: 404, body: { code: 'ERROR_NOT_FOUND' } });
      const detail = String(foreign.body['detail']).replace(key.api_key_id, missing.api_key_id);
      expect({ ...foreign.body, detail, instance: '' }).toEqual({ ...none.body, instance: '' });
    }
    expect((await use(api, key.api_key)).status).toBe(200);
  });
});

describe('API keys', () => {
  it('are returned masked, whole or with selected fields', async () => {
    const key = await create({ name: 'ci' });
    const whole = await api.call('GET', keyPath(key));
    expect(whole.body).toEqual({ ...key, api_key: `tocsin_…${key.api_key.slice(-4)}` });
    const part = await api.call('GET', `${keyPath(key)}&only=name,state`);
    expect(part.body).toEqual({ name: 'ci', state: 'ENABLED' });
    expect((await api.call('GET', `${keyPath(key)}&only=secret_digest`)).status).toBe(400);
  });

  it('are listed, searched and counted, in their domain only', async () => {
    const body = (more: object) => ({ domain_id: 'lists', ...more });
    const [a, b] = [
      await create({ domain_id: 'lists', user_id: 'a', name: 'terraform' }),
      await create({ domain_id: 'lists', user_id: 'b', role: 'VIEWER' }),
    ];
    await api.call('PUT', `/identity/v1/api-key/${b.api_key_id}/disable`, { body: body({}) });
    const ids = async (response: Promise<ApiResponse<{ results?: Key[] }>>) =>
      ((await response).body.results ?? []).map(({ api_key_id }) => api_key_id);
    const list = (query: string) => ids(api.call('GET', `/identity/v1/api-keys?domain_id=lists&${query}`));
    const search = (more: object) =>
      ids(api.call('POST', '/identity/v1/api-keys/search', { body: body(more) }));

    expect(await list('')).toEqual([a.api_key_id, b.api_key_id]);
    expect(await list('state=NONE_STATE&query.page.limit=1')).toEqual([a.api_key_id]);
    expect(await list('state=DISABLED')).toEqual([b.api_key_id]);
    expect(await search({ user_id: 'a' })).toEqual([a.api_key_id]);
    expect(await search({ query: { keyword: 'b' } })).toEqual([b.api_key_id]);
    expect(await search({ query: { keyword: 'terraform' } })).toEqual([]);
    expect(await search({ query: { filter: [{ k: 'api_key', v: b.api_key, o: 'eq' }] } })).toEqual([
      b.api_key_id,
    ]);
    expect(await search({ query: { filter: [{ k: 'role', v: 'VIEWER', o: 'eq' }] } })).toEqual([
      b.api_key_id,
    ]);

    const stat = await api.call('POST', '/identity/v1/api-keys/stat', { body: body({}) });
    expect(stat.body).toEqual({
      results: [
        { state: 'ENABLED', count: 1 },
        { state: 'DISABLED', count: 1 },
      ],
    });
  });
});
