import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const SESSION = '/identity/v1/session';
const CALLER = '/identity/v1/caller';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApi({ TRUST_PROXY: 'false' });
});
afterAll(() => api?.close());

async function newApiKey() {
  const body = { user_id: 'u1', domain_id: 'd1', role: 'ADMIN' };
  return (await api.call<{ api_key: string }>('POST', '/identity/v1/api-keys', { body })).body;
}

describe('the cookie of a session', () => {
  it('is kept to TLS where a trusted proxy says that the browser came by it', async () => {
    const { api_key } = await newApiKey();
    const headers = { 'x-requested-with': 'test', 'x-forwarded-proto': 'https' };
    const cookieBy = async (process: ApiUnderTest) => {
      const answer = await process.call('POST', SESSION, { body: { api_key }, key: null, headers });
      return String(answer.headers['set-cookie']);
    };
    const behind = await startApi({ DATABASE_URL: api.databaseUrl, TRUST_PROXY: 'loopback' });
    const cookie = await cookieBy(behind);
    expect(cookie).toMatch(/^__Host-tocsin_session=.*; Secure/);
    const own = {
      ...headers,
      host: 'here.test',
      origin: 'https://here.test',
      cookie: cookie.split(';')[0] ?? '',
    };
    expect((await behind.call('GET', CALLER, { key: null, headers: own })).status).toBe(200);
    const out = await behind.call('DELETE', SESSION, { key: null, headers: own });
    expect(String(out.headers['set-cookie'])).toMatch(/^__Host-tocsin_session=;.*; Secure/);
    await behind.close();
    // The header of a client that is no trusted proxy is ignored.
    expect(await cookieBy(api)).toMatch(/^tocsin_session=/);
  });

  it.each([
    ['a form of another page', { 'content-type': 'text/plain', origin: 'http://elsewhere.test' }],
    ['a form of a page without an origin', { 'content-type': 'text/plain', origin: 'null' }],
    ['a script of another page', { 'x-requested-with': 'x', origin: 'http://elsewhere.test' }],
    ['a script of a page without an origin', { 'x-requested-with': 'x', origin: 'null' }],
    ['a form of this origin', { origin: 'http://here.test' }],
    ['a program without the header', {}],
  ])('is not begun by %s', async (_, headers: Record<string, string>) => {
    const { api_key } = await newApiKey();
    for (const path of [SESSION, `${SESSION}/authorization`]) {
      const answer = await api.call('POST', path, {
        body: { api_key },
        key: null,
        headers: { host: 'here.test', ...headers },
      });
      expect(answer.body, path).toMatchObject({ code: 'ERROR_PERMISSION_DENIED' });
      expect(answer.headers['set-cookie'], path).toBeUndefined();
    }
  });

  it.each<Record<string, string>>([
    { origin: 'http://here.test' },
    // A program like curl sends no Origin.
    {},
  ])('is begun by this page, and by a program (%j)', async (headers) => {
    const { api_key } = await newApiKey();
    const own = { host: 'here.test', 'x-requested-with': 'x', ...headers };
    expect((await api.call('POST', SESSION, { body: { api_key }, key: null, headers: own })).status).toBe(
      201,
    );
  });
});
