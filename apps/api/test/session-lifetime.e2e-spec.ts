import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionUses } from '../../../libs/identity/src/infrastructure/sessions/authenticate-session.handler.js';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
let other: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ DATABASE_URL: api.databaseUrl });
});
afterAll(async () => {
  await other?.close();
  await api?.close();
});

async function newApiKey(role: string, user_id: string) {
  const body = { user_id, domain_id: 'd1', role };
  return (await api.call<{ api_key: string; api_key_id: string }>('POST', '/identity/v1/api-keys', { body }))
    .body;
}

/** Signs in like a browser that keeps the cookie. */
async function openBrowser(api_key: string) {
  const own = { host: 'here.test', origin: 'http://here.test', 'x-requested-with': 'test' };
  const signedIn = await api.call<{ session_id: string }>('POST', '/identity/v1/session', {
    key: null,
    headers: own,
    body: { api_key },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, process = api, body?: object) =>
    process.call(method, path, { key: null, headers: { ...own, cookie }, body });
  return { session: signedIn.body, call };
}

describe('a session', () => {
  it('creates and rotates API keys only within ten minutes of the sign-in', async () => {
    const { api_key, api_key_id } = await newApiKey('ADMIN', 'maker');
    const browser = await openBrowser(api_key);
    const body = { user_id: 'made' };
    const makeKeys = async () => [
      await browser.call('POST', '/identity/v1/api-keys', api, body),
      await browser.call('PUT', `/identity/v1/api-key/${api_key_id}/rotate`, api, { grace_seconds: 600 }),
    ];
    expect((await makeKeys()).map(({ status }) => status)).toEqual([201, 200]);
    await sql(
      api.databaseUrl,
      `update session set created_at = created_at - interval '11 minutes' where user_id = 'maker'`,
    );
    const later = await startApi({ DATABASE_URL: api.databaseUrl });
    try {
      for (const [method, path] of [
        ['POST', '/identity/v1/api-keys'],
        ['PUT', `/identity/v1/api-key/${api_key_id}/rotate`],
      ] as const) {
        const refused = await browser.call(method, path, later, body);
        expect([refused.status, refused.body]).toMatchObject([
          401,
          { code: 'ERROR_SIGN_IN_AGAIN', detail: expect.stringMatching(/10 minutes: sign in again$/) },
        ]);
        expect(refused.headers['www-authenticate']).toMatch(/insufficient_user_authentication.*max_age=600/);
      }
      // The session itself goes on, and the key itself may make keys at any time.
      expect((await browser.call('GET', '/identity/v1/api-keys', later)).status).toBe(200);
      expect((await later.call('POST', '/identity/v1/api-keys', { key: api_key, body })).status).toBe(201);
    } finally {
      await later.close();
    }
  });

  it('ends when nobody used it for the idle time, and continues while one process is used', async () => {
    const { api_key } = await newApiKey('MEMBER', 'idle');
    const [used, idle] = [await openBrowser(api_key), await openBrowser(api_key)];
    const listed = async () =>
      (await used.call('GET', '/identity/v1/sessions')).body.results as readonly {
        readonly session_id: string;
      }[];
    for (const browser of [used, idle])
      for (const process of [api, other])
        expect((await browser.call('GET', '/identity/v1/caller', process)).status).toBe(200);
    await Promise.all([api, other].map(({ app }) => app.get(SessionUses, { strict: false }).write()));
    const beforeHours = (column: string) =>
      sql(
        api.databaseUrl,
        `update session set ${column} = ${column} - interval '61 minutes' where user_id = 'idle'`,
      );
    await beforeHours('last_used_at');
    expect(await listed()).toEqual([]);
    await used.call('GET', '/identity/v1/caller');
    await api.app.get(SessionUses, { strict: false }).write();
    expect((await listed()).map(({ session_id }) => session_id)).toEqual([used.session.session_id]);

    // A third process reads the sessions now; the caches of the others know them as they were used.
    const third = await startApi({ DATABASE_URL: api.databaseUrl });
    try {
      expect((await idle.call('GET', '/identity/v1/caller', third)).status).toBe(401);
      expect((await used.call('GET', '/identity/v1/caller', third)).status).toBe(200);
    } finally {
      await third.close();
    }
  });
});

describe('a session of an API key', () => {
  it('ends when the key is disabled, and does not come back when it is enabled', async () => {
    const { api_key, api_key_id } = await newApiKey('ADMIN', 'fired');
    const browser = await openBrowser(api_key);
    const ask = async (process: ApiUnderTest) =>
      (await browser.call('GET', '/identity/v1/caller', process)).status;
    expect([await ask(api), await ask(other)]).toEqual([200, 200]);
    const setState = (verb: string) =>
      api.call('PUT', `/identity/v1/api-key/${api_key_id}/${verb}`, { body: { domain_id: 'd1' } });
    await setState('disable');
    expect(await ask(api)).toBe(401);
    await expect.poll(() => ask(other)).toBe(401);
    await setState('enable');
    for (const process of [api, other]) {
      const isAccepted = async () =>
        (await process.call('GET', '/identity/v1/caller', { key: api_key })).status;
      await expect.poll(isAccepted).toBe(200);
      expect(await ask(process)).toBe(401);
    }
    const log = `/identity/v1/audit-logs?domain_id=d1&resource_id=${browser.session.session_id}`;
    expect((await api.call('GET', log)).body['results']).toMatchObject([
      { action: 'disable', resource_type: 'session', user_id: null },
      { action: 'create_session' },
    ]);
  });

  it.each([
    ['rotate', { grace_seconds: 0 }, false],
    ['rotate', { grace_seconds: 600 }, true],
    ['disable', {}, false],
  ])('is listed as long as its secret is accepted: %s with %j', async (verb, terms, isListed) => {
    const { api_key, api_key_id } = await newApiKey('MEMBER', 'lister');
    const { session } = await openBrowser(api_key);
    const body = { domain_id: 'd1', ...terms };
    await api.call('PUT', `/identity/v1/api-key/${api_key_id}/${verb}`, { body });
    const path = `/identity/v1/sessions?domain_id=d1&session_id=${session.session_id}`;
    const isShown = async () => (await api.call('GET', path)).body['total_count'] === 1;
    expect(await isShown()).toBe(isListed);
    // The end of a grace period or of the key changes no session.
    await sql(
      api.databaseUrl,
      `update api_key set expires_at = now(), previous_secret_expires_at = now() where user_id = 'lister'`,
    );
    expect(await isShown()).toBe(false);
  });
});
