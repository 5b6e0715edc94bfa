import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const SESSION = '/identity/v1/session';
const CALLER = '/identity/v1/caller';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApi({ TRUST_PROXY: 'false' });
});
afterAll(() => api?.close());

async function createApiKey() {
  const body = { user_id: 'u1', domain_id: 'd1', role: 'ADMIN' };
  return (await api.call<{ api_key: string }>('POST', '/identity/v1/api-keys', { body })).body;
}

describe('the cookie of a session', () => {
  it('is Secure if a trusted proxy reports that the browser uses TLS', async () => {
    const { api_key } = await createApiKey();
    const headers = { 'x-requested-with': 'test', 'x-forwarded-proto': 'https' };
    const signIn = async (process: ApiUnderTest) => {
      const response = await process.call('POST', SESSION, { body: { api_key }, key: null, headers });
      return String(response.headers['set-cookie']);
    };
    const proxiedApi = await startApi({ DATABASE_URL: api.databaseUrl, TRUST_PROXY: 'loopback' });
    const cookie = await signIn(proxiedApi);
    expect(cookie).toMatch(/^__Host-tocsin_session=.*; Secure/);
    const sessionHeaders = {
      ...headers,
      host: 'here.test',
      origin: 'https://here.test',
      cookie: cookie.split(';')[0] ?? '',
    };
    expect((await proxiedApi.call('GET', CALLER, { key: null, headers: sessionHeaders })).status).toBe(200);
    // Over TLS, another host of the domain, or one without TLS, cannot make a browser use a session of somebody else.
    const planted = { ...sessionHeaders, cookie: sessionHeaders.cookie.replace('__Host-', '') };
    expect((await proxiedApi.call('GET', CALLER, { key: null, headers: planted })).status).toBe(401);
    const signedOut = await proxiedApi.call('DELETE', SESSION, { key: null, headers: sessionHeaders });
    expect(String(signedOut.headers['set-cookie'])).toMatch(/^__Host-tocsin_session=;.*; Secure/);
    await proxiedApi.close();
    // The header of a client that is no trusted proxy is ignored.
    expect(await signIn(api)).toMatch(/^tocsin_session=/);
  });

  it.each([
    ['a form of another page', { 'content-type': 'text/plain', origin: 'http://elsewhere.test' }],
    ['a form of a page without an origin', { 'content-type': 'text/plain', origin: 'null' }],
    ['a script of another page', { 'x-requested-with': 'x', origin: 'http://elsewhere.test' }],
    ['a script of a page without an origin', { 'x-requested-with': 'x', origin: 'null' }],
    ['a form of this origin', { origin: 'http://here.test' }],
    ['a program without the header', {}],
  ])('is not set for %s', async (_, headers: Record<string, string>) => {
    const { api_key } = await createApiKey();
    for (const path of [SESSION, `${SESSION}/authorization`]) {
      const response = await api.call('POST', path, {
        body: { api_key },
        key: null,
        headers: { host: 'here.test', ...headers },
      });
      expect(response.body, path).toMatchObject({ code: 'ERROR_PERMISSION_DENIED' });
      expect(response.headers['set-cookie'], path).toBeUndefined();
    }
  });

  it.each<Record<string, string>>([
    { origin: 'http://here.test' },
    // A program like curl sends no Origin.
    {},
  ])('is set for a page of this origin, and for a program (%j)', async (headers) => {
    const { api_key } = await createApiKey();
    const sessionHeaders = { host: 'here.test', 'x-requested-with': 'x', ...headers };
    expect(
      (await api.call('POST', SESSION, { body: { api_key }, key: null, headers: sessionHeaders })).status,
    ).toBe(201);
  });
});
