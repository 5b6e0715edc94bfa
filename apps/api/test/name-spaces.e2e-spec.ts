import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';
import { LocalIssuer, createIssuerKey, type IssuerKey } from './local-issuer.js';

const issuer = new LocalIssuer();
let signer: IssuerKey;
let api: ApiUnderTest;
beforeAll(async () => {
  await issuer.start();
  signer = await createIssuerKey('first');
  issuer.keys = [signer];
  api = await startApi({ OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'tocsin' });
});
afterAll(async () => {
  await api?.close();
  await issuer.stop();
});

interface Session {
  readonly session_id: string;
}
const REQUESTED = { host: 'here.test', 'x-requested-with': 'test' };

function signIn(body: object) {
  return api.call<Session>('POST', '/identity/v1/session', { body, key: null, headers: REQUESTED });
}

async function openBrowser(body: object) {
  const { headers, body: session } = await signIn(body);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const own = { ...REQUESTED, cookie, origin: 'http://here.test' };
  const call = (method: 'GET' | 'DELETE', path: string) =>
    api.call<{ results: Session[] }>(method, path, { key: null, headers: own });
  return { session, call };
}

it('the operator has a name that no key and no user of the issuer can take', async () => {
  const operator = await openBrowser({ api_key: ROOT_API_KEY, domain_id: 'd1' });
  const createKey = (user_id: string) =>
    api.call<{ api_key: string; api_key_id: string }>('POST', '/identity/v1/api-keys', {
      body: { user_id, domain_id: 'd1', role: 'MEMBER' },
    });
  expect(await createKey('root')).toMatchObject({ status: 400, body: { errors: [{ field: 'user_id' }] } });
  expect((await signIn({ api_key: await issuer.token(signer, { sub: 'root' }) })).status).toBe(401);

  // A key from before such names were refused.
  const { api_key, api_key_id } = (await createKey('impostor')).body;
  await sql(api.databaseUrl, `update api_key set user_id = 'root' where api_key_id = $1`, [
    parseId('api_key', api_key_id),
  ]);
  const impostor = await openBrowser({ api_key });
  const path = `/identity/v1/session/${operator.session.session_id}`;
  expect((await impostor.call('DELETE', path)).status).toBe(404);
  const { results } = (await impostor.call('GET', '/identity/v1/sessions')).body;
  expect(results.map(({ session_id }) => session_id)).toEqual([impostor.session.session_id]);
  expect((await operator.call('GET', '/identity/v1/caller')).status).toBe(200);
});

it('the stored response of one caller is not that of another with the same name and Idempotency-Key', async () => {
  const create = async (key: string) =>
    (
      await api.call<{ api_key_id?: string }>('POST', '/identity/v1/api-keys', {
        key,
        body: { user_id: 'new', domain_id: 'd1', role: 'VIEWER' },
        headers: { 'idempotency-key': 'same' },
      })
    ).body.api_key_id;
  const token = await issuer.token(signer, { sub: 'ann', role: 'ADMIN' });
  const { body } = await api.call<{ api_key: string }>('POST', '/identity/v1/api-keys', {
    body: { user_id: 'ann', domain_id: 'd1', role: 'ADMIN' },
  });
  const created = [await create(ROOT_API_KEY), await create(token), await create(body.api_key)];
  expect(new Set(created).size).toBe(3);
  expect(await create(token)).toBe(created[1]);
});
