import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { LocalIssuer, createIssuerKey, type IssuerKey } from './local-issuer.js';
import { timed } from '#test/slowness.js';

const issuer = new LocalIssuer();
let api: ApiUnderTest;
let key: IssuerKey;

const settings = () => ({
  OIDC_ISSUER: issuer.url,
  OIDC_AUDIENCE: 'tocsin',
});

beforeAll(async () => {
  await issuer.start();
  key = await createIssuerKey('first');
  issuer.keys = [key];
  api = await startApi(settings());
});
afterAll(async () => {
  await api.close();
  await issuer.stop();
});

const list = '/monitoring/v1/webhooks';
const ask = (token: string, path = list) => api.call('GET', path, { key: token });
const create = (token: string, name: string) =>
  api.call('POST', list, {
    key: token,
    body: { name, project_id: 'p', plugin_info: { plugin_id: 'direct' } },
  });
const now = () => Math.floor(Date.now() / 1000);

describe('a token of the issuer', () => {
  it.each(['RS256', 'RS512', 'PS256', 'ES256', 'EdDSA'])('is accepted, signed with %s', async (algorithm) => {
    const other = await createIssuerKey(`key-${algorithm}`, algorithm);
    issuer.keys = [key, other];
    const separate = await startApi({ ...settings(), DATABASE_URL: api.databaseUrl });
    const response = await separate.call('GET', list, { key: await issuer.token(other) });
    expect(response).toMatchObject({ status: 200, body: { results: [] } });
    await separate.close();
  });

  it('determines domain, role and user of the caller', async () => {
    const admin = await issuer.token(key, { role: 'ADMIN', sub: 'auth0|ada', aud: ['else', 'tocsin'] });
    const { status, body } = await create(admin, 'by token');
    expect([status, body.domain_id]).toEqual([201, 'd1']);
    const { body: audit } = await ask(admin, '/identity/v1/audit-logs');
    expect(audit.results).toEqual([
      expect.objectContaining({ user_id: 'auth0|ada', api_key_id: null, root: false, action: 'create' }),
    ]);
    const ofAda = await ask(admin, '/identity/v1/audit-logs?user_id=auth0%7Cada');
    expect(ofAda).toMatchObject({ status: 200, body: { results: audit.results } });
    const other = await issuer.token(key, { role: 'ADMIN', domain_id: 'd2' });
    const { webhook_id } = body;
    expect((await ask(other, `/monitoring/v1/webhook/${String(webhook_id)}`)).status).toBe(404);
    expect((await ask(other, `${list}?domain_id=d1`)).status).toBe(403);
  });

  it.each([
    ['missing', undefined],
    ['unknown', 'OWNER'],
    ['ROOT', 'ROOT'],
    ['in lower case', 'admin'],
    ['true', true],
    ['an object', { ADMIN: true }],
    ['a list of unknown roles', ['a', 'b']],
  ])('may only read if its role is %s', async (_, role) => {
    const token = await issuer.token(key, { role, root: true });
    expect((await ask(token)).status).toBe(200);
    expect((await create(token, 'x')).status).toBe(403);
    expect((await ask(token, '/identity/v1/api-keys')).status).toBe(403);
  });

  it('has the highest of its roles, and is never the root key', async () => {
    const member = await issuer.token(key, { role: ['VIEWER', 'MEMBER', 'x'] });
    expect((await create(member, 'by member')).status).toBe(201);
    expect((await ask(member, '/identity/v1/api-keys')).status).toBe(403);
    const admin = await issuer.token(key, { role: 'ADMIN', root: true });
    const internal = '/identity/v1/endpoints?domain_id=d1&endpoint_type=INTERNAL';
    expect((await ask(admin, internal)).status).toBe(403);
  });

  it('replays a create by Idempotency-Key to the same user only', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { name: 'once', project_id: 'p', plugin_info: { plugin_id: 'direct' } };
    const by = async (sub: string) =>
      api.call('POST', list, { key: await issuer.token(key, { role: 'ADMIN', sub }), headers, body });
    const first = await by('ada');
    expect((await by('ada')).body).toEqual(first.body);
    expect((await by('bob')).status).toBe(409);
  });

  it('is read by the claims in OIDC_CLAIMS', async () => {
    const configured = await startApi({
      ...settings(),
      DATABASE_URL: api.databaseUrl,
      OIDC_CLAIMS: JSON.stringify({
        domain_id: 'https://tocsin.example.com/domain',
        user_id: 'email',
        role: 'realm_access.roles',
      }),
    });
    const claims = {
      'https://tocsin.example.com/domain': 'd9',
      email: 'ada@example.com',
      realm_access: { roles: ['offline', 'ADMIN'] },
      domain_id: undefined,
    };
    const made = await configured.call('POST', list, {
      key: await issuer.token(key, claims),
      body: { name: 'w', project_id: 'p', plugin_info: { plugin_id: 'direct' } },
    });
    expect(made).toMatchObject({ status: 201, body: { domain_id: 'd9' } });
    expect((await configured.call('GET', list, { key: await issuer.token(key) })).status).toBe(401);
    await configured.close();
  });
});

it.each([{}, { typ: 'JWT' }, { typ: 'at+jwt' }, { typ: 'application/at+jwt' }])(
  'a token with the header %j is accepted',
  async (header) => {
    const claims = { iat: now() + 2, typ: 'Bearer' };
    expect((await ask(await issuer.token(key, claims, header))).status).toBe(200);
  },
);

describe('validation of tokens', () => {
  it.each(['logout+jwt', 'application/logout+jwt', 'dpop+jwt', 'secevent+jwt', 'id_token+jwt', ''])(
    'rejects a token with the type %j in its header',
    async (typ) => {
      const response = await ask(await issuer.token(key, {}, { typ }));
      expect(response).toMatchObject({ status: 401, body: { code: 'ERROR_AUTHENTICATE_FAILURE' } });
    },
  );

  const claims: readonly [string, JWTPayload][] = [
    ['that is expired', { exp: now() - 30 }],
    ['that is not yet valid', { nbf: now() + 300 }],
    ['without exp', { exp: undefined }],
    ['for another audience', { aud: 'other' }],
    ['for an audience with the same prefix', { aud: 'tocsin2' }],
    ['without audience', { aud: undefined }],
    ['of another issuer', { iss: 'https://login.example.com' }],
    ['without a domain', { domain_id: undefined }],
    ['with an invalid domain', { domain_id: '../d1' }],
    ['with a list of domains', { domain_id: ['d1'] }],
    ['without a user', { sub: undefined }],
    ['with line breaks in its user', { sub: 'a\nb' }],
    ['with a text as exp', { exp: 'tomorrow' as unknown as number }],
    ['issued in the future', { iat: now() + 60 }],
    ['with a text as iat', { iat: 'yesterday' as unknown as number }],
    ['that is a logout token', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }],
    ['that is an ID token', { at_hash: 'x' }],
    ['that is a refresh token', { typ: 'Refresh' }],
  ];
  it.each(claims)('rejects a token %s', async (_, given) => {
    const response = await ask(await issuer.token(key, given));
    expect(response).toMatchObject({ status: 401, body: { code: 'ERROR_AUTHENTICATE_FAILURE' } });
  });

  const forged: readonly [string, () => Promise<string>][] = [
    ['that is unsigned', async () => unsigned(await issuer.token(key, { role: 'ADMIN' }), 'none')],
    ['that is unsigned, with the algorithm None', async () => unsigned(await issuer.token(key), 'None')],
    ['signed with the public key as a secret', () => withPublicKeyAsSecret()],
    [
      'signed with an unknown key that has a known id',
      async () => issuer.token(await createIssuerKey('first')),
    ],
    ['signed with a key of an unknown id', async () => issuer.token(await createIssuerKey('unknown'))],
    ['with its own key in its header', async () => embedKey(await createIssuerKey('first'))],
    ['that was changed after signing', async () => tamper(await issuer.token(key))],
    [
      'with an unknown critical header parameter',
      () => issuer.token(key, {}, { crit: ['unheard-of'], 'unheard-of': 1 }),
    ],
    ['that is truncated', async () => (await issuer.token(key)).slice(0, -10)],
  ];
  it.each(forged)('rejects a token %s', async (_, token) => {
    const response = await ask(await token());
    expect(response).toMatchObject({ status: 401, body: { code: 'ERROR_AUTHENTICATE_FAILURE' } });
  });

  it('rejects every token if no issuer is configured', async () => {
    const plain = await startApi({ DATABASE_URL: api.databaseUrl });
    expect((await plain.call('GET', list, { key: await issuer.token(key) })).status).toBe(401);
    await plain.close();
  });

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const unsigned = (token: string, alg: string) => `${encode({ alg, kid: 'first' })}.${token.split('.')[1]}.`;

  async function withPublicKeyAsSecret(): Promise<string> {
    const secret = await exportSPKI((await importJWK(key.jwk)) as CryptoKey);
    const [, payload = ''] = (await issuer.token(key, { role: 'ADMIN' })).split('.');
    const signed = `${encode({ alg: 'HS256', kid: 'first' })}.${payload}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  }

  const embedKey = (other: IssuerKey) => issuer.token(other, { role: 'ADMIN' }, { jwk: other.jwk });

  function tamper(token: string): string {
    const [header, payload = '', signature] = token.split('.');
    const given = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    return [header, encode({ ...given, domain_id: 'd2' }), signature].join('.');
  }
});

describe('the keys of the issuer', () => {
  it('can be replaced: a new key is accepted soon, a removed one is rejected', async () => {
    issuer.keys = [key];
    expect((await ask(await issuer.token(key))).status).toBe(200);
    const next = await createIssuerKey('second');
    const [oldToken, newToken] = [await issuer.token(key), await issuer.token(next)];
    issuer.keys = [next];
    const expectNewAccepted = () =>
      expect.poll(async () => (await ask(newToken)).status, { timeout: 15_000, interval: 200 }).toBe(200);
    expect(await timed(expectNewAccepted)).toBeLessThan(8_000);
    expect((await ask(oldToken)).status).toBe(401);
    issuer.keys = [key, next];
  });

  it('are not requested for every token with an unknown key', async () => {
    const before = issuer.requestCount;
    for (let times = 0; times < 30; times++)
      await ask(await issuer.token(await createIssuerKey(`made-up-${times}`, 'EdDSA')));
    for (let times = 0; times < 30; times++) await ask('eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl');
    expect(issuer.requestCount - before).toBeLessThan(5);
  });

  it('cause 503 until they can be loaded, and are kept if the issuer is unavailable later', async () => {
    const separate = await startApi({ ...settings(), DATABASE_URL: api.databaseUrl });
    const use = (token: string) => separate.call('GET', list, { key: token });
    const token = await issuer.token(key);
    const port = Number(new URL(issuer.url).port);
    await issuer.stop();
    const refused = await use(token);
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'ERROR_UNAVAILABLE' },
      headers: { 'retry-after': '5' },
    });
    const root = await separate.call('GET', `${list}?domain_id=d1`);
    expect(root.status).toBe(200);

    await issuer.start(port);
    for (const broken of ['status', 'html', 'redirect'] as const) {
      issuer.fault = broken;
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect([broken, (await use(token)).status]).toEqual([broken, 503]);
    }
    issuer.fault = undefined;
    const expectAccepted = () =>
      expect.poll(async () => (await use(token)).status, { timeout: 15_000 }).toBe(200);
    expect(await timed(expectAccepted)).toBeLessThan(5_000);

    await issuer.stop();
    expect((await use(token)).status).toBe(200);
    expect((await use('tocsin_x')).status).toBe(401);
    await issuer.start(port);
    await separate.close();
  });
});
