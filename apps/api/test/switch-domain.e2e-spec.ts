import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';
import { DOMAIN, OWN_PAGE, SESSION, signInLikeBrowser, type Session } from './browser-session.js';
import { createIssuerKey, LocalIssuer, type IssuerKey } from './local-issuer.js';

const CALLER = '/identity/v1/caller';

const issuer = new LocalIssuer();
let signer: IssuerKey;
let api: ApiUnderTest;
let other: ApiUnderTest;

beforeAll(async () => {
  await issuer.start();
  signer = await createIssuerKey('first');
  issuer.keys = [signer];
  const env = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'tocsin' };
  api = await startApi(env);
  other = await startApi({ ...env, DATABASE_URL: api.databaseUrl });
});
afterAll(async () => {
  await other?.close();
  await api?.close();
  await issuer.stop();
});

async function newApiKey(role = 'ADMIN') {
  const body = { user_id: 'u1', domain_id: 'd1', role };
  return (await api.call<{ api_key: string; api_key_id: string }>('POST', '/identity/v1/api-keys', { body }))
    .body;
}

const openBrowser = (body: object, at = api) => signInLikeBrowser(at, body);

const openAsRoot = (domain_id = 'd1', at = api) => openBrowser({ api_key: ROOT_API_KEY, domain_id }, at);

const readAudit = async (domain_id: string, session_id: string) =>
  (
    await api.call<{ results: object[] }>(
      'GET',
      `/identity/v1/audit-logs?domain_id=${domain_id}&resource_id=${session_id}`,
    )
  ).body.results;

describe('a session of the root key', () => {
  it('moves to another domain with a new id and cookie, and expires when it would have', async () => {
    const browser = await openAsRoot('d1');
    const [oldCookie, before] = [browser.cookie, browser.session];
    expect((await browser.call('GET', CALLER, { process: other })).status).toBe(200);
    const { status, body, setCookie } = await browser.switchTo('d2');
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, session_id: body.session_id, domain_id: 'd2' });
    expect(body.may_enter_domains).toBe(true);
    expect(body.session_id).not.toBe(before.session_id);
    expect(browser.cookie).not.toBe(oldCookie);
    const expires = new Date(before.expires_at).toUTCString();
    expect(String(setCookie)).toContain(`Expires=${expires}`);
    expect(String(setCookie)).toMatch(/Path=\/.*HttpOnly.*SameSite=Strict/);

    const { body: caller } = await browser.call('GET', CALLER);
    expect(caller).toMatchObject({ root: false, domain_id: 'd2', user_id: 'root', role: 'ADMIN' });
    expect((await browser.call('GET', '/monitoring/v1/ledger')).status).toBe(403);
    const { results } = (await browser.call<{ results: Session[] }>('GET', '/identity/v1/sessions')).body;
    expect(results).toEqual([body]);
  });

  it('leaves nothing of itself in the domain before, on every process', async () => {
    const browser = await openAsRoot('left');
    const old = browser.cookie;
    const useOld = (process: ApiUnderTest) =>
      browser.call('GET', CALLER, { headers: { cookie: old }, process });
    expect((await useOld(other)).status).toBe(200);
    await browser.switchTo('entered');
    expect((await useOld(api)).status).toBe(401);
    await expect.poll(async () => (await useOld(other)).status).toBe(401);
    const listed = await api.call<{ results: Session[] }>('GET', '/identity/v1/sessions?domain_id=left');
    expect(listed.body.results).toEqual([]);
  });

  it('appears in the audit logs of both domains', async () => {
    const browser = await openAsRoot('d3');
    const { body } = await browser.switchTo('d4');
    const entry = { resource_type: 'session', user_id: null, root: true };
    expect(await readAudit('d3', browser.session.session_id)).toMatchObject([
      { ...entry, action: 'leave_domain' },
      { ...entry, action: 'create_session' },
    ]);
    for (const id of [body.session_id, browser.session.session_id])
      expect(await readAudit('d4', id)).toMatchObject([{ ...entry, action: 'enter_domain' }]);
  });

  it('enters no other domain if a link started it, even one of the root key', async () => {
    const { body: token } = await api.call<{ token: string }>(
      'POST',
      '/identity/v1/sign-in-token?domain_id=d1',
    );
    const browser = await openBrowser({ sign_in_token: token.token });
    const { status, body } = await browser.switchTo('d2');
    expect([status, body.detail]).toEqual([403, expect.stringContaining('with the root key itself')]);
    // A form shows only this one.
    expect(body.errors).toEqual([
      { field: 'new_domain_id', reason: expect.stringMatching(/must be d1.*with the root key itself/) },
    ]);
    expect(browser.session.may_enter_domains).toBe(false);
    expect((await browser.call('GET', CALLER)).body).toMatchObject({ domain_id: 'd1' });
  });

  it('goes back, and stays what it is when it enters its own domain', async () => {
    const away = await openAsRoot('d6');
    for (const domain of ['d7', 'd6', 'd7'])
      expect((await away.switchTo(domain)).body.domain_id).toBe(domain);
    const browser = await openAsRoot('d5');
    const { status, body } = await browser.switchTo('d5');
    expect([status, body]).toEqual([200, browser.session]);
    expect(await readAudit('d5', browser.session.session_id)).toHaveLength(1);
  });

  it('is no more recent a sign-in, but in use: it makes no keys, and does not end for idleness', async () => {
    const browser = await openAsRoot('d1');
    await sql(
      api.databaseUrl,
      `update session set created_at = created_at - interval '2 hours', last_used_at = now() where session_id = $1`,
      [parseId('session', browser.session.session_id)],
    );
    const fresh = await startApi({ DATABASE_URL: api.databaseUrl });
    try {
      expect((await browser.switchTo('d2', { process: fresh })).status).toBe(200);
      expect((await browser.call('GET', CALLER, { process: fresh })).status).toBe(200);
      const made = await browser.call('POST', '/identity/v1/api-keys', {
        process: fresh,
        body: { user_id: 'made' },
      });
      expect([made.status, made.body['code']]).toEqual([401, 'ERROR_SIGN_IN_AGAIN']);
    } finally {
      await fresh.close();
    }
  });

  it('ends once, if two requests move it at the same time', async () => {
    const browser = await openAsRoot('d1');
    const moves = await Promise.all(
      ['race-1', 'race-2'].map((new_domain_id) => browser.call('PUT', DOMAIN, { body: { new_domain_id } })),
    );
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const rows = await sql(api.databaseUrl, `select 1 from session where domain_id like 'race-_'`);
    expect(rows).toHaveLength(1);
  });

  it('does nothing in the new domain that was meant for the old one', async () => {
    const browser = await openAsRoot('d1');
    await browser.switchTo('d2');
    const ends_at = new Date(Date.now() + 3_600_000).toISOString();
    const filter = [{ k: 'title', v: 'x', o: 'eq' }];
    const silence = { domain_id: 'd1', name: 'maintenance', reason: 'CHG-7', ends_at, filter };
    const refused = await browser.call('POST', '/notification/v1/silences', { body: silence });
    expect([refused.status, refused.body['detail']]).toEqual([403, expect.stringContaining('d2')]);
    expect((await browser.call('GET', '/notification/v1/silences')).body['results']).toEqual([]);
    const stale = await browser.call('PUT', DOMAIN, { body: { domain_id: 'd1', new_domain_id: 'd3' } });
    expect(stale.status).toBe(403);
    expect((await browser.call('GET', CALLER)).body).toMatchObject({ domain_id: 'd2' });
  });

  it.each([
    [{ origin: OWN_PAGE.origin }, /X-Requested-With/],
    [{ 'x-requested-with': 'x', origin: 'http://elsewhere.test' }, /Origin/],
    [{ 'x-requested-with': 'x', origin: 'null' }, /Origin/],
    [{ 'x-requested-with': 'x' }, /Origin/],
  ])('is not moved by a page of another origin, which sends %j', async (sent, detail) => {
    const browser = await openAsRoot('d1');
    const headers = { ...(sent as Record<string, string>), host: OWN_PAGE.host, cookie: browser.cookie };
    const refused = await api.call('PUT', DOMAIN, { body: { new_domain_id: 'd2' }, key: null, headers });
    expect([refused.status, refused.body['detail']]).toEqual([403, expect.stringMatching(detail)]);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await browser.call('GET', CALLER)).body).toMatchObject({ domain_id: 'd1' });
  });

  it('does not move once it has ended, has expired, or the root key is another one', async () => {
    const [ended, expired, replaced] = [await openAsRoot(), await openAsRoot(), await openAsRoot()];
    await ended.call('DELETE', SESSION);
    expect((await ended.switchTo('d2')).status).toBe(401);
    const next = await startApi({ DATABASE_URL: api.databaseUrl, ROOT_API_KEY: 'another-key-'.repeat(4) });
    try {
      expect((await replaced.switchTo('d2', { process: next })).status).toBe(401);
      await sql(
        api.databaseUrl,
        `update session set expires_at = now() - interval '1 s' where session_id = $1`,
        [parseId('session', expired.session.session_id)],
      );
      expect((await expired.switchTo('d2', { process: next })).status).toBe(401);
    } finally {
      await next.close();
    }
  });

  it('has a Secure cookie in the new domain too, if PUBLIC_URL is https', async () => {
    const secure = await startApi({
      DATABASE_URL: api.databaseUrl,
      PUBLIC_URL: 'https://tocsin.example.com',
    });
    try {
      const browser = await openAsRoot('d1', secure);
      expect((await browser.switchTo('d2')).setCookie).toMatch(/^__Host-tocsin_session=.*; Secure/);
    } finally {
      await secure.close();
    }
  });
});

describe('any other session', () => {
  it.each(['ADMIN', 'MEMBER', 'VIEWER'])('of a key with the role %s stays in its domain', async (role) => {
    const browser = await openBrowser({ api_key: (await newApiKey(role)).api_key });
    const refused = await browser.switchTo('d2');
    expect([refused.status, refused.body, refused.setCookie]).toMatchObject([
      403,
      {
        code: 'ERROR_PERMISSION_DENIED',
        detail: expect.stringMatching(/domain d1.*sign out, and sign in as somebody of d2/),
        errors: [{ field: 'new_domain_id', reason: expect.stringContaining('sign in as somebody of d2') }],
      },
      undefined,
    ]);
    expect((await browser.call('GET', CALLER)).body).toMatchObject({ domain_id: 'd1' });
    expect((await browser.switchTo('d1')).body).toEqual(browser.session);
  });

  it('of a user of the issuer stays in its domain', async () => {
    const token = await issuer.token(signer, { sub: 'ann', role: 'ADMIN', domain_id: 'd1' });
    const browser = await openBrowser({ api_key: token });
    expect((await browser.switchTo('d2')).body).toMatchObject({ code: 'ERROR_PERMISSION_DENIED' });
    expect((await browser.call('GET', CALLER)).body).toMatchObject({ domain_id: 'd1' });
  });

  it('says that it may enter no other, also in the list', async () => {
    const domain_id = 'listed';
    const { body: token } = await api.call<{ token: string }>(
      'POST',
      `/identity/v1/sign-in-token?domain_id=${domain_id}`,
    );
    const key = { user_id: 'u1', domain_id, role: 'ADMIN' };
    const { body: made } = await api.call<{ api_key: string }>('POST', '/identity/v1/api-keys', {
      body: key,
    });
    const ofIssuer = await issuer.token(signer, { sub: 'ann', role: 'ADMIN', domain_id });
    const opened = [
      await openAsRoot(domain_id),
      await openBrowser({ sign_in_token: token.token }),
      await openBrowser({ api_key: made.api_key }),
      await openBrowser({ api_key: ofIssuer }),
    ];
    const may = opened.map(({ session }) => session.may_enter_domains);
    expect(may).toEqual([true, false, false, false]);
    const { body } = await api.call<{ results: Session[] }>(
      'GET',
      `/identity/v1/sessions?domain_id=${domain_id}`,
    );
    expect(body.results).toEqual(opened.map(({ session }) => session).toReversed());
    const { body: found } = await api.call<{ results: Session[] }>('POST', '/identity/v1/sessions/search', {
      body: { domain_id, query: { filter: [{ k: 'may_enter_domains', v: true, o: 'eq' }] } },
    });
    expect(found.results).toEqual([opened[0]?.session]);
  });

  it('of a key that was disabled meanwhile gets 401', async () => {
    const { api_key, api_key_id } = await newApiKey();
    const browser = await openBrowser({ api_key });
    await api.call('PUT', `/identity/v1/api-key/${api_key_id}/disable?domain_id=d1`);
    for (const domain of ['d1', 'd2']) expect((await browser.switchTo(domain)).status).toBe(401);
  });
});

it('a key itself has no session to move', async () => {
  const { api_key } = await newApiKey();
  for (const [key, domain_id, status] of [
    [ROOT_API_KEY, 'd1', 404],
    [api_key, 'd1', 404],
    [api_key, 'd2', 403],
  ] as const) {
    const refused = await api.call('PUT', DOMAIN, { key, body: { domain_id, new_domain_id: 'd2' } });
    expect([domain_id, refused.status]).toEqual([domain_id, status]);
  }
});

it.each([
  [{}, 'ERROR_REQUIRED_PARAMETER'],
  [{ new_domain_id: null }, 'ERROR_REQUIRED_PARAMETER'],
  [{ new_domain_id: '' }, 'ERROR_INVALID_PARAMETER'],
  [{ new_domain_id: 'with a blank' }, 'ERROR_INVALID_PARAMETER'],
  [{ new_domain_id: 'x'.repeat(65) }, 'ERROR_INVALID_PARAMETER'],
])('rejects %j with 400, and names the field', async (body, code) => {
  const browser = await openAsRoot();
  const refused = await browser.call('PUT', DOMAIN, { body });
  expect([refused.status, refused.body]).toMatchObject([400, { code, errors: [{ field: 'new_domain_id' }] }]);
});
