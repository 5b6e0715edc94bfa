import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventStore, type EventStore } from '../../../libs/monitoring/test/event-store.js';
import { StreamTokens } from '../../../libs/identity/src/infrastructure/sealed-tokens.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { LocalIssuer, createIssuerKey, type IssuerKey } from './local-issuer.js';
import { NativeEventSource } from './native-event-source.js';

const STREAM = '/monitoring/v1/events/stream';
const TOKEN = '/monitoring/v1/stream-token';

const issuer = new LocalIssuer();
let signer: IssuerKey;
let store: EventStore;
let api: ApiUnderTest;

beforeAll(async () => {
  await issuer.start();
  signer = await createIssuerKey('first');
  issuer.keys = [signer];
  store = await createEventStore();
  const OIDC = { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'tocsin' };
  api = await startApi({ DATABASE_URL: store.url, ...OIDC });
});
afterAll(async () => {
  await api?.close();
  await store?.close();
  await issuer.stop();
});

async function createApiKey() {
  const body = { user_id: 'u1', domain_id: 'd1', role: 'VIEWER' };
  return (await api.call<{ api_key: string; api_key_id: string }>('POST', '/identity/v1/api-keys', { body }))
    .body;
}

async function requestToken(key?: string, body: object = {}): Promise<string> {
  const answer = await api.call<{ token: string; expires_at: string }>('POST', TOKEN, {
    body,
    ...(key ? { key } : {}),
  });
  expect(answer.status).toBe(200);
  const seconds = (Date.parse(answer.body.expires_at) - Date.now()) / 1000;
  expect(seconds).toBeGreaterThan(200);
  expect(seconds).toBeLessThan(301);
  return answer.body.token;
}

/** Returns the status of a request for a stream. A stream that opens is closed again. */
async function openStatus(query: string): Promise<number> {
  const response = await fetch(`${api.url}${STREAM}?${query}`);
  await response.body?.cancel();
  return response.status;
}

describe('a stream token', () => {
  it('opens a stream for a native EventSource, and resumes it at last_event_id', async () => {
    const { api_key } = await createApiKey();
    const source = new NativeEventSource(`${api.url}${STREAM}?token=${await requestToken(api_key)}`);
    await vi.waitFor(() => expect(source.filterByType('open')).toHaveLength(1), 10_000);
    await store.add({ title: 'first' });
    await vi.waitFor(() => expect(source.filterByType('message')).toHaveLength(1), 10_000);
    const [first] = source.filterByType('message');
    expect(JSON.parse(first?.data ?? '')).toMatchObject({ title: 'first', domain_id: 'd1' });
    source.close();
    await store.add({ title: 'missed' });
    const query = `token=${await requestToken(api_key)}&last_event_id=${first?.id}`;
    const next = new NativeEventSource(`${api.url}${STREAM}?${query}`);
    await vi.waitFor(() => expect(next.filterByType('message')).toHaveLength(1), 10_000);
    expect(JSON.parse(next.filterByType('message')[0]?.data ?? '')).toMatchObject({ title: 'missed' });
    next.close();
  });

  it('opens streams of its domain only, also where the root key got it', async () => {
    const [own, root] = [
      await requestToken((await createApiKey()).api_key),
      await requestToken(undefined, { domain_id: 'd1' }),
    ];
    for (const token of [own, root]) {
      expect(await openStatus(`token=${token}`)).toBe(200);
      expect(await openStatus(`domain_id=d1&token=${token}`)).toBe(200);
      expect(await openStatus(`domain_id=d2&token=${token}`)).toBe(403);
    }
  });

  it('cannot be used outside of streams or to get another token: 401', async () => {
    const token = await requestToken(undefined, { domain_id: 'd1' });
    for (const [method, path] of [
      ['GET', `/monitoring/v1/events?domain_id=d1&token=${token}`],
      ['GET', `/monitoring/v1/webhooks?domain_id=d1&token=${token}`],
      ['POST', `${TOKEN}?token=${token}`],
    ] as const)
      expect([path, (await api.call(method, path, { key: null })).status]).toEqual([path, 401]);
    const bearer = await api.call('GET', '/monitoring/v1/events?domain_id=d1', { key: token });
    expect(bearer.status).toBe(401);
  });

  it('is rejected with 401 if it is expired or forged, or if its key is disabled', async () => {
    const { api_key, api_key_id } = await createApiKey();
    const token = await requestToken(api_key);
    const tokens = new StreamTokens({ encryptionKey: Buffer.alloc(32, 1), oldEncryptionKey: null });
    const grant = tokens.open(token);
    if (grant === undefined) throw new Error('the token cannot be read');
    const now = Math.floor(Date.now() / 1000);
    expect(await openStatus(`token=${tokens.seal({ ...grant, opens_until: now + 60 })}`)).toBe(200);
    expect(await openStatus(`token=${tokens.seal({ ...grant, opens_until: now - 1 })}`)).toBe(401);
    const changed = token.slice(0, -9) + (token.at(-9) === 'A' ? 'B' : 'A') + token.slice(-8);
    expect(await openStatus(`token=${changed}`)).toBe(401);
    expect(await openStatus('token=')).toBe(401);
    const open = await fetch(`${api.url}${STREAM}?token=${token}`);
    const ended = open.text();
    await api.call('PUT', `/identity/v1/api-key/${api_key_id}/disable`, { body: { domain_id: 'd1' } });
    expect(await openStatus(`token=${token}`)).toBe(401);
    expect(await ended).toContain(':\n\n');
  });

  it('of an access token of the issuer ends its streams when the access token expires', async () => {
    const now = Math.floor(Date.now() / 1000);
    const bearer = await issuer.token(signer, { domain_id: 'd1', role: 'VIEWER', exp: now + 4 });
    const token = await requestToken(bearer);
    const open = await fetch(`${api.url}${STREAM}?token=${token}`);
    expect(open.status).toBe(200);
    await open.text();
    expect(await openStatus(`token=${token}`)).toBe(401);
  });
});
