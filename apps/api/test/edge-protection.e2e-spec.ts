import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
let key: string;
let eventUrl: string;

const list = '/monitoring/v1/webhooks';

beforeAll(async () => {
  api = await startApi(
    {
      TRUST_PROXY: 'loopback',
      CORS_ORIGINS: 'https://console.example.com',
      PUBLIC_URL: 'https://tocsin.example.com',
    },
    { headersMs: 1_000, requestMs: 2_000 },
    (config) => ({
      ...config,
      http: { ...config.http, rateLimits: { perKey: 5, failedAuthentication: 3 } },
    }),
  );
  const created = await api.call('POST', '/identity/v1/api-keys', {
    body: { user_id: 'u', domain_id: 'd1' },
  });
  key = String(created.body.api_key);
  const webhook = await api.call('POST', list, {
    body: { name: 'w', project_id: 'p', domain_id: 'd1', plugin_info: { plugin_id: 'direct' } },
  });
  eventUrl = new URL(String(webhook.body.webhook_url)).pathname;
});
afterAll(() => api.close());

const forwardedFor = (address: string) => ({ 'x-forwarded-for': address });

it('the audit log contains only valid addresses, whatever X-Forwarded-For contains', async () => {
  const forwarded = [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['203.0.113.7, 198.51.100.1', '198.51.100.1'],
    ['<script>alert(1)</script>', '127.0.0.1'],
    ['203.0.113.7:4711', '127.0.0.1'],
    ['fe80::1%<script>', '127.0.0.1'],
    ['unknown', '127.0.0.1'],
    ['x'.repeat(4_000), '127.0.0.1'],
  ];
  const addresses = [];
  for (const [address = ''] of forwarded) {
    const body = { user_id: 'u', domain_id: 'audited', role: 'VIEWER' };
    await api.call('POST', '/identity/v1/api-keys', { body, headers: forwardedFor(address) });
    const [row] = await sql<{ address: string }>(
      api.databaseUrl,
      `select address from audit_log where domain_id = 'audited' order by audit_id desc limit 1`,
    );
    addresses.push(row?.address);
  }
  expect(addresses).toEqual(forwarded.map(([, recorded]) => recorded));
});

describe('rate limits', () => {
  it('reject a key with 429 and Retry-After, but never deliveries, health and documentation', async () => {
    const responses = [];
    for (let times = 0; times < 6; times++) responses.push(await api.call('GET', list, { key }));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(responses[0]?.headers).toMatchObject({
      'ratelimit-policy': '"key";q=5;w=60',
      ratelimit: '"key";r=4;t=60',
    });
    expect(responses[5]).toMatchObject({
      body: { code: 'ERROR_RATE_LIMITED', status: 429 },
      headers: {
        'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
        ratelimit: expect.stringMatching(/^"key";r=0;t=\d+$/),
      },
    });
    const body = { event_key: 'k', title: 't' };
    for (let times = 0; times < 20; times++) {
      const sent = await api.call('POST', eventUrl, { key, body });
      expect(sent.status).toBe(202);
      expect(sent.headers['ratelimit-policy']).toBeUndefined();
    }
    for (const open of ['/health/live', '/docs/openapi.json']) {
      expect((await api.call('GET', open, { key })).status).toBe(200);
    }
    expect((await api.call('GET', `${list}?domain_id=d1`)).status).toBe(200);
  });

  it('delay, then reject invalid keys of an address, but no valid keys or other addresses', async () => {
    const [guesser, other] = [forwardedFor('203.0.113.9'), forwardedFor('203.0.113.10')];
    const ask = async (headers: Record<string, string>, apiKey?: string | null) => {
      const startedAt = performance.now();
      const keyOption = apiKey === undefined ? {} : { key: apiKey };
      const response = await api.call('GET', `${list}?domain_id=d1`, { headers, ...keyOption });
      return { ...response, isLate: performance.now() - startedAt > 900 };
    };
    const guesses = [];
    for (let times = 0; times < 4; times++) guesses.push(await ask(guesser, `guess-${times}`));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(guesses.map(({ isLate }) => isLate)).toEqual([false, false, false, true]);

    const atOnce = Promise.all(Array.from({ length: 20 }, (_, at) => ask(guesser, `more-${at}`)));
    // A valid, unused key from the same address, while the responses to the invalid keys are being delayed.
    const created = await api.call('POST', '/identity/v1/api-keys', {
      body: { user_id: 'u', domain_id: 'd1' },
    });
    const valid = [await ask(guesser, String(created.body.api_key)), await ask(guesser)];
    expect(valid.map(({ status, isLate }) => [status, isLate])).toEqual([
      [200, false],
      [200, false],
    ]);
    const responses = await atOnce;
    expect(responses.filter(({ status, isLate }) => status === 401 && isLate).length).toBe(8);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBe(12);
    expect(refused[0]).toMatchObject({
      isLate: false,
      body: { code: 'ERROR_RATE_LIMITED' },
      headers: {
        'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
        ratelimit: expect.stringMatching(/^"failed-authentication";r=0;t=\d+$/),
      },
    });
    expect((await ask(guesser, null)).status).toBe(401);
    const another = await ask(other, 'guess');
    expect([another.status, another.isLate]).toEqual([401, false]);
    for (let times = 0; times < 5; times++) {
      const sent = await api.call('POST', eventUrl.replace(/[^/]+\/events$/, 'wrong/events'), {
        headers: guesser,
        body: {},
      });
      expect(sent.status).toBe(404);
    }
    const sent = await api.call('POST', eventUrl, { headers: guesser, body: { event_key: 'k', title: 't' } });
    expect(sent.status).toBe(202);
  });
});

describe('X-Forwarded-For', () => {
  it('determines the address of the caller only if it comes from a trusted proxy', async () => {
    const findAuditAddress = async (headers: Record<string, string>, name: string) => {
      await api.call('POST', list, {
        headers,
        body: { name, project_id: 'p', domain_id: 'd1', plugin_info: { plugin_id: 'direct' } },
      });
      const [row] = await sql<{ address: string }>(
        api.databaseUrl,
        'select address from audit_log order by audit_id desc limit 1',
      );
      return row?.address;
    };
    expect(await findAuditAddress(forwardedFor('198.51.100.7'), 'a')).toBe('198.51.100.7');
    // The client's own claim precedes the address that the proxy appended.
    expect(await findAuditAddress(forwardedFor('1.1.1.1, 198.51.100.8'), 'b')).toBe('198.51.100.8');
    const plain = await startApi({ DATABASE_URL: api.databaseUrl });
    const response = await plain.call('POST', list, {
      headers: forwardedFor('198.51.100.9'),
      body: { name: 'c', project_id: 'p', domain_id: 'd1', plugin_info: { plugin_id: 'direct' } },
    });
    expect(response.status).toBe(201);
    await plain.close();
    const rows = await sql<{ address: string }>(api.databaseUrl, 'select address from audit_log');
    expect(rows.map(({ address }) => address)).not.toContain('198.51.100.9');
    expect(rows.map(({ address }) => address)).toContain('127.0.0.1');
  });
});

describe('protection of browsers', () => {
  it('sets security headers on all responses except those to deliveries', async () => {
    const { headers } = await api.call('GET', `${list}?domain_id=d1`);
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    const docs = await api.call('GET', '/docs');
    expect(docs.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['PATCH', list],
      ['HEAD', list],
      ['GET', '/health/live'],
    ] as const) {
      const { headers: others } = await fetch(api.url + path, { method });
      expect([path, others.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    }
    for (const path of [eventUrl, eventUrl.replace(/[^/]+\/events$/, 'wrong/events')]) {
      const { headers: ofDelivery } = await api.call('POST', path, { body: { event_key: 'k', title: 't' } });
      expect(ofDelivery['x-content-type-options']).toBeUndefined();
    }
  });

  it('allows CORS requests from the origins in CORS_ORIGINS only', async () => {
    const preflight = (origin: string) =>
      fetch(api.url + list, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization',
        },
      });
    const allowed = await preflight('https://console.example.com');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://console.example.com');
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PUT');
    const allowedHeaders = allowed.headers.get('access-control-allow-headers');
    expect(allowedHeaders).toContain('authorization');
    for (const name of ['last-event-id', 'if-match', 'if-none-match', 'idempotency-key'])
      expect(allowedHeaders?.split(', ')).toContain(name);
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    // CORS answers the preflight, but the headers of all responses are still there.
    expect(allowed.headers.get('x-content-type-options')).toBe('nosniff');
    expect(allowed.headers.get('x-request-id')).toBeTruthy();
    const other = await preflight('https://evil.example.com');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    const headers = { origin: 'https://console.example.com' };
    const response = await api.call('GET', `${list}?domain_id=d1`, { headers });
    expect(response.headers['access-control-allow-origin']).toBe('https://console.example.com');
    const exposed = String(response.headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['ratelimit', 'etag', 'idempotency-replayed']));
    expect((await api.call('GET', '/nowhere')).status).toBe(404);
  });

  it('treats OPTIONS without preflight headers as a handshake of a sender, or answers 405', async () => {
    const ask = (path: string) => fetch(api.url + path, { method: 'OPTIONS' });
    const handshake = await ask(eventUrl);
    expect([handshake.status, handshake.headers.get('allow')]).toEqual([200, 'POST, OPTIONS']);
    const mistake = await ask(list);
    expect([mistake.status, mistake.headers.get('content-type')]).toEqual([
      405,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('allows no CORS requests if CORS_ORIGINS is not set', async () => {
    const closed = await startApi({ DATABASE_URL: api.databaseUrl });
    const headers = { origin: 'https://console.example.com' };
    const response = await closed.call('GET', '/health/live', { headers });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(response.headers['strict-transport-security']).toBeUndefined();
    await closed.close();
  });
});

describe('slow requests', () => {
  const open = async (): Promise<{ socket: Socket; ended: Promise<string> }> => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    await once(socket, 'connect');
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk))).on('error', () => undefined);
    return { socket, ended: once(socket, 'close').then(() => text) };
  };

  it('are ended with 408, while others are answered', async () => {
    const startedAt = performance.now();
    const headers = await Promise.all(Array.from({ length: 50 }, open));
    for (const { socket } of headers) socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n');
    const body = await open();
    body.socket.write(`POST ${eventUrl} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"a":`);
    const all = [...headers, body];
    const dripTimer = setInterval(() => {
      for (const { socket } of all)
        if (socket.writable) socket.write(socket === body.socket ? ' ' : 'a: b\r\n');
    }, 100);
    await sleep(300);
    const healthStartedAt = performance.now();
    expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
    expect(performance.now() - healthStartedAt).toBeLessThan(1000);
    const responses = await Promise.all(all.map(({ ended }) => ended));
    clearInterval(dripTimer);
    expect(performance.now() - startedAt).toBeLessThan(8000);
    for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
  });
});
