import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { OWN_PAGE, SESSION } from './browser-session.js';
import { LocalIssuer } from './local-issuer.js';

const issuer = new LocalIssuer();
let api: ApiUnderTest;

beforeAll(async () => {
  await issuer.start();
  const settings = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'tocsin', OIDC_CLIENT_ID: 'console' };
  // A hundredth of it is the limit of failures from one address.
  api = await startApi({ ...settings, RATE_LIMIT: '300', TRUST_PROXY: 'loopback' });
});
afterAll(async () => {
  await api?.close();
  await issuer.stop();
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  api.call<{ authorization_url: string }>('POST', path, {
    body,
    key: null,
    headers: { ...OWN_PAGE, ...headers },
  });
const begin = () => post(`${SESSION}/authorization`, {});

it('is not asked without end while it does not answer', async () => {
  issuer.fault = 'status';
  const before = issuer.requestCount;
  for (let times = 0; times < 20; times += 1) expect((await begin()).status).toBe(503);
  expect(issuer.requestCount - before).toBeLessThan(5);
  issuer.fault = undefined;
  await expect.poll(async () => (await begin()).status).toBe(200);
});

it('is asked about as many wrong codes as one address may send', async () => {
  const { body, headers } = await begin();
  const state = new URL(body.authorization_url).searchParams.get('state') ?? '';
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const finish = (code: string, address: string) => {
    const sent = { authorization_response: `code=${code}&state=${state}` };
    return post(SESSION, sent, { cookie, 'x-forwarded-for': address });
  };
  const before = issuer.codeCount;
  const statuses: number[] = [];
  for (let times = 0; times < 6; times += 1) statuses.push((await finish(`x${times}`, '192.0.2.1')).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
  expect(issuer.codeCount - before).toBe(3);
  const together = await Promise.all(Array.from({ length: 12 }, (_, at) => finish(`y${at}`, '192.0.2.2')));
  expect(together.filter(({ status }) => status === 401)).toHaveLength(3);
  expect(issuer.codeCount - before).toBe(6);
  expect((await finish('z', '192.0.2.3')).status).toBe(401);
});
