import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.close());

const PATH = '/identity/v1/caller';

it('GET /identity/v1/caller returns no domain for the root key', async () => {
  expect(await api.call('GET', PATH)).toMatchObject({
    status: 200,
    body: { root: true, domain_id: null, user_id: null, role: 'ADMIN', api_key_id: null },
  });
});

it.each(['ADMIN', 'MEMBER', 'VIEWER'])(
  'GET /identity/v1/caller returns domain, user and role of a key with the role %s',
  async (role) => {
    const body = { user_id: 'jane', domain_id: 'shop', role };
    const { api_key, api_key_id } = (await api.call('POST', '/identity/v1/api-keys', { body })).body;
    expect(await api.call('GET', PATH, { key: String(api_key) })).toMatchObject({
      status: 200,
      body: { root: false, domain_id: 'shop', user_id: 'jane', role, api_key_id },
    });
  },
);

it('GET /identity/v1/caller answers 401 without a key', async () => {
  expect(await api.call('GET', PATH, { key: null })).toMatchObject({ status: 401 });
});
