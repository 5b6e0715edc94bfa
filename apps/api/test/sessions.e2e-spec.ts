import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { LocalIssuer, createIssuerKey, type IssuerKey } from './local-issuer.js';

const SESSION = '/identity/v1/session';
const SESSIONS = '/identity/v1/sessions';
const CALLER = '/identity/v1/caller';

const issuer = new LocalIssuer();
let signer: IssuerKey;
let api: ApiUnderTest;
let other: ApiUnderTest;

beforeAll(async () => {
  await issuer.start();
  signer = await createIssuerKey('first');
  issuer.keys = [signer];
  const OIDC = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'tocsin' };
  api = await startApi({ ...OIDC, TRUST_PROXY: 'false' });
  other = await startApi({
    ...OIDC,
    DATABASE_URL: api.databaseUrl,
    PUBLIC_URL: 'https://tocsin.example.com',
  });
});
afterAll(async () => {
  await other?.close();
  await api?.close();
  await issuer.stop();
});

interface Created {
  readonly session_id: string;
  readonly expires_at: string;
}

async function newApiKey(role = 'ADMIN', user_id = 'u1') {
  const body = { user_id, domain_id: 'd1', role };
  return (await api.call<{ api_key: string; api_key_id: string }>('POST', '/identity/v1/api-keys', { body }))
    .body;
}

const signIn = (body: object, at = api) =>
  at.call<Created>('POST', SESSION, {
    body,
    key: null,
    headers: { host: 'here.test', 'user-agent': 'a browser', 'x-requested-with': 'test' },
  });

/** Signs in like a browser that keeps the cookie. */
async function openBrowser(body: object, at = api) {
  const { status, headers, body: session } = await signIn(body, at);
  expect(status).toBe(201);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  // The two processes have different PUBLIC_URLs, and so different names of the cookie.
  const names = cookie.startsWith('__Host-') ? cookie : `${cookie}; __Host-${cookie}`;
  const ownHeaders = {
    host: 'here.test',
    cookie: names,
    origin: 'http://here.test',
    'x-requested-with': 'test',
  };
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    extra: Record<string, string> = {},
    process = at,
  ) =>
    process.call<Record<string, unknown>>(method, path, { key: null, headers: { ...ownHeaders, ...extra } });
  return { session, cookie, setCookie: String(headers['set-cookie']), call };
}

describe('a session', () => {
  it('begins with an API key, and acts as its user with its role', async () => {
    const { api_key, api_key_id } = await newApiKey('VIEWER', 'u2');
    const browser = await openBrowser({ api_key });
    expect(browser.setCookie).toMatch(
      /^tocsin_session=[\w-]+; .*Path=\/; .*HttpOnly; (?:.*; )?SameSite=Strict$/,
    );
    expect(Buffer.from(browser.cookie.split('=')[1] ?? '', 'base64url').toString('latin1')).not.toContain(
      api_key,
    );
    const lifetimeMs = Date.parse(browser.session.expires_at) - Date.now();
    expect(Math.abs(lifetimeMs - 12 * 3_600_000)).toBeLessThan(60_000);
    expect((await browser.call('GET', CALLER)).body).toMatchObject({
      domain_id: 'd1',
      user_id: 'u2',
      api_key_id,
    });
    expect((await browser.call('GET', SESSION)).body).toEqual(browser.session);
    expect(browser.session).toMatchObject({ user_agent: 'a browser', role: 'VIEWER', user_id: 'u2' });
    expect((await browser.call('GET', '/identity/v1/audit-logs')).status).toBe(403);
  });

  it('has a Secure cookie if PUBLIC_URL is https', async () => {
    const { api_key } = await newApiKey();
    const browser = await openBrowser({ api_key }, other);
    expect(browser.setCookie).toMatch(/^__Host-tocsin_session=.*; Secure/);
    expect((await browser.call('GET', CALLER)).status).toBe(200);
  });

  it('of the root key acts in one domain, without the rights of an operator', async () => {
    const api_key = 'root-key-of-the-tests-with-32-characters';
    expect((await signIn({ api_key })).body).toMatchObject({ code: 'ERROR_REQUIRED_PARAMETER' });
    const browser = await openBrowser({ api_key, domain_id: 'd7' });
    expect((await browser.call('GET', CALLER)).body).toMatchObject({
      root: false,
      domain_id: 'd7',
      user_id: 'root',
      role: 'ADMIN',
    });
    expect((await browser.call('GET', `${CALLER}?domain_id=d8`)).status).toBe(403);
    expect((await browser.call('GET', '/monitoring/v1/ledger')).status).toBe(403);
  });

  it('of a token of the issuer expires with the token', async () => {
    const token = await issuer.token(signer, { sub: 'ann', role: 'MEMBER' });
    const browser = await openBrowser({ api_key: token });
    expect((await browser.call('GET', CALLER)).body).toMatchObject({ user_id: 'ann', role: 'MEMBER' });
    expect(Date.parse(browser.session.expires_at) - Date.now()).toBeLessThan(3_700_000);
  });

  it.each([
    [{}, 400],
    [{ api_key: 'x', sign_in_token: 'y' }, 400],
    [{ api_key: 'x' }, 401],
    [{ api_key: `tocsin_${'x'.repeat(46)}` }, 401],
    [{ sign_in_token: 'x' }, 401],
    [{ api_key: 'x'.repeat(5_000) }, 400],
  ])('does not begin with %j', async (body, status) => {
    const { headers, ...answer } = await signIn(body);
    expect(answer.status).toBe(status);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each([
    'tocsin_session=x',
    'tocsin_session=',
    'tocsin_session',
    '=;=',
    `tocsin_session=${'A'.repeat(9_000)}`,
  ])('does not exist for the cookie «%s»: 401', async (cookie) => {
    expect((await api.call('GET', CALLER, { key: null, headers: { cookie } })).status).toBe(401);
  });

  it('rejects changes from other origins and without X-Requested-With', async () => {
    const { api_key } = await newApiKey();
    const browser = await openBrowser({ api_key });
    const endSession = (headers: Record<string, string>) =>
      browser.call('DELETE', `${SESSION}/${browser.session.session_id}`, headers);
    for (const origin of [
      'http://elsewhere.test',
      'null',
      '',
      'http://here.test:81',
      'http://here.test.evil.test',
    ])
      expect((await endSession({ origin })).body, origin).toMatchObject({ code: 'ERROR_PERMISSION_DENIED' });
    const bare = { cookie: browser.cookie, host: 'here.test' };
    for (const headers of [
      { ...bare, origin: 'http://here.test' },
      { ...bare, 'x-requested-with': 'x' },
      bare,
    ])
      expect((await api.call('DELETE', SESSION, { key: null, headers })).status).toBe(403);
    expect((await browser.call('GET', CALLER)).status).toBe(200);
    expect((await endSession({})).status).toBe(204);
  });

  it('ends on every process when its holder signs out', async () => {
    const { api_key } = await newApiKey();
    const browser = await openBrowser({ api_key });
    expect((await browser.call('GET', CALLER, {}, other)).status).toBe(200);
    const signedOut = await browser.call('DELETE', SESSION);
    expect(signedOut.status).toBe(204);
    expect(String(signedOut.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
    expect((await browser.call('GET', CALLER)).status).toBe(401);
    await expect.poll(async () => (await browser.call('GET', CALLER, {}, other)).status).toBe(401);
    expect((await api.call('GET', `${SESSION}?domain_id=d1`)).status).toBe(404);
  });

  it('is rejected with 429 for a key that began a hundred sessions within an hour', async () => {
    const [one, two] = [await newApiKey('MEMBER', 'loop'), await newApiKey('MEMBER', 'loop')];
    const { session } = await openBrowser({ api_key: one.api_key });
    const columns = `domain_id, user_id, role, api_key_id, key_digest, address, created_at, expires_at`;
    await sql(
      api.databaseUrl,
      `insert into session (session_id, ${columns})
       select gen_random_uuid(), ${columns} from session, generate_series(2, 99) where user_id = 'loop'`,
    );
    const last = await openBrowser({ api_key: one.api_key });
    const { status, headers, body } = await signIn({ api_key: one.api_key }, other);
    expect([status, body]).toMatchObject([429, { code: 'ERROR_RATE_LIMITED' }]);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(headers['set-cookie']).toBeUndefined();
    // Existing sessions continue, and users with another key can still sign in.
    expect((await last.call('GET', CALLER)).status).toBe(200);
    expect((await signIn({ api_key: two.api_key })).status).toBe(201);
    await sql(
      api.databaseUrl,
      `update session set created_at = created_at - interval '1 hour' where session_id = $1`,
      [parseId('session', session.session_id)],
    );
    expect((await signIn({ api_key: one.api_key })).status).toBe(201);
    expect((await signIn({ api_key: one.api_key })).status).toBe(429);
  });

  it('ends when it expires', async () => {
    const { api_key } = await newApiKey();
    const browser = await openBrowser({ api_key });
    await sql(api.databaseUrl, `update session set expires_at = now() - interval '1 s'`);
    const [, , , , later] = await Promise.all(
      [0, 1, 2, 3, 4].map(() => browser.call('GET', CALLER, {}, other)),
    );
    expect(later?.status).toBe(401);
  });
});

describe('sessions', () => {
  it('are listed and ended by their holders, and all of a domain by its administrators', async () => {
    await sql(api.databaseUrl, 'delete from session');
    const [ann, bob, admin] = await Promise.all(
      (
        [
          ['VIEWER', 'ann'],
          ['MEMBER', 'bob'],
          ['ADMIN', 'eve'],
        ] as const
      ).map(async ([role, user]) => openBrowser({ api_key: (await newApiKey(role, user)).api_key })),
    );
    if (!ann || !bob || !admin) throw new Error('there are three');
    const users = async (browser: typeof ann) => {
      const { results } = (await browser.call('GET', SESSIONS)).body as { results: { user_id: string }[] };
      return results.map(({ user_id }) => user_id).toSorted();
    };
    expect(await users(ann)).toEqual(['ann']);
    expect(await users(admin)).toEqual(['ann', 'bob', 'eve']);
    expect((await ann.call('GET', `${SESSIONS}?user_id=bob`)).status).toBe(403);
    expect((await ann.call('DELETE', `${SESSION}/${bob.session.session_id}`)).status).toBe(404);
    const foreign = await api.call('POST', '/identity/v1/api-keys', {
      body: { user_id: 'x', domain_id: 'd2' },
    });
    const foreignBrowser = await openBrowser({ api_key: foreign.body['api_key'] });
    expect((await foreignBrowser.call('DELETE', `${SESSION}/${bob.session.session_id}`)).status).toBe(404);
    expect((await admin.call('DELETE', `${SESSION}/${bob.session.session_id}`)).status).toBe(204);
    expect((await bob.call('GET', CALLER)).status).toBe(401);
    expect(await users(admin)).toEqual(['ann', 'eve']);
    const audit = await api.call<{ results: object[] }>(
      'GET',
      `/identity/v1/audit-logs?domain_id=d1&resource_id=${bob.session.session_id}`,
    );
    expect(audit.body.results).toMatchObject([
      { action: 'end', resource_type: 'session', user_id: 'eve' },
      { action: 'create_session', resource_type: 'session', user_id: 'bob' },
    ]);
  });
});

describe('a sign-in token', () => {
  it('begins one session as the holder of the key', async () => {
    const { api_key } = await newApiKey('MEMBER', 'zoe');
    const { body } = await api.call<{ token: string; expires_at: string }>(
      'POST',
      '/identity/v1/sign-in-token',
      {
        key: api_key,
      },
    );
    expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 600_000)).toBeLessThan(5_000);
    const readHolder = async () => {
      const headers = { host: 'here.test', 'x-requested-with': 'test' };
      const given = { key: null, headers, body: { sign_in_token: body.token } };
      return (await api.call('POST', '/identity/v1/sign-in-token/holder', given)).status;
    };
    expect([await readHolder(), await readHolder()]).toEqual([200, 200]);
    const all = await Promise.all([0, 1, 2].map(() => signIn({ sign_in_token: body.token })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 401, 401]);
    expect(await readHolder()).toBe(401);
    const [{ headers }] = all.filter(({ status }) => status === 201) as [(typeof all)[0]];
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const ownHeaders = { cookie, host: 'here.test', origin: 'http://here.test', 'x-requested-with': 'x' };
    expect((await api.call('GET', CALLER, { key: null, headers: ownHeaders })).body).toMatchObject({
      user_id: 'zoe',
    });
    const again = await api.call('POST', '/identity/v1/sign-in-token', { key: null, headers: ownHeaders });
    expect(again.status).toBe(403);
    // The token cannot be used again after its session has ended.
    await api.call('DELETE', SESSION, { key: null, headers: ownHeaders });
    expect((await signIn({ sign_in_token: body.token })).status).toBe(401);
  });
});
