import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT_API_KEY, startApi, type ApiUnderTest } from './api-under-test.js';

const KEYS = '/identity/v1/api-keys';
const WEBHOOKS = '/monitoring/v1/webhooks';
const QUOTAS = '/notification/v1/quotas';

const LONG_TAGS = Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, key.repeat(256)]));

let api: ApiUnderTest;
let webhook: { webhook_id: string; webhook_url: string };
let quota: { quota_id: string };

beforeAll(async () => {
  api = await startApi();
  const plugin_info = { plugin_id: 'prometheus' };
  const body = { domain_id: 'd1', project_id: 'p1', name: 'one', plugin_info, tags: LONG_TAGS };
  webhook = (await api.call<typeof webhook>('POST', WEBHOOKS, { body })).body;
  const limited = { domain_id: 'd1', protocol_id: 'sms', limit: { day: 5, month: 7 } };
  quota = (await api.call<typeof quota>('POST', QUOTAS, { body: limited })).body;
});
afterAll(() => api.close());

/** Returns a response as it is on the wire, without decompressing it. */
async function fetchRaw(path: string, accepted: string) {
  const headers = { authorization: `Bearer ${ROOT_API_KEY}`, 'accept-encoding': accepted };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${api.url}${path}`, { headers }, resolve).on('error', reject),
  );
  return response;
}

describe('compression', () => {
  const LARGE = '/monitoring/v1/plugins';

  it.each([
    ['br, gzip;q=0.5', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('encodes the response to Accept-Encoding: %s as %s', async (accepted, encoding, inflate) => {
    const [plain, small] = await Promise.all([fetchRaw(LARGE, 'identity'), fetchRaw(LARGE, accepted)]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(small.headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringMatching(/accept-encoding/i),
    });
    const [before, after] = [await buffer(plain), await buffer(small)];
    expect(after.length).toBeLessThan(before.length / 2);
    expect(inflate(after)).toEqual(before);
  });

  it('does not encode small responses and streams', async () => {
    for (const path of ['/identity/v1/endpoints?domain_id=d1', '/monitoring/v1/events/stream?domain_id=d1']) {
      const response = await fetchRaw(path, 'br, gzip');
      expect([response.statusCode, response.headers['content-encoding']]).toEqual([200, undefined]);
      response.destroy();
    }
  });

  it('does not encode responses with a secret, whatever their size', async () => {
    const body = { domain_id: 'd1', project_id: 'p1', plugin_info: { plugin_id: 'prometheus' } };
    for (const name of ['two', 'three']) await api.call('POST', WEBHOOKS, { body: { ...body, name } });
    for (const user_id of ['u1', 'u2', 'u3', 'u4']) {
      await api.call('POST', KEYS, { body: { domain_id: 'd1', user_id, name: 'n'.repeat(250) } });
    }
    for (const path of [WEBHOOKS, `/monitoring/v1/webhook/${webhook.webhook_id}`, KEYS]) {
      const response = await fetchRaw(`${path}?domain_id=d1`, 'br, gzip');
      const { length } = await buffer(response);
      expect([path, response.headers['content-encoding']]).toEqual([path, undefined]);
      expect([path, length > 1_024]).toEqual([path, true]);
    }
  });
});

describe('Location', () => {
  it.each([
    [KEYS, { user_id: 'u1' }, 'api_key_id'],
    [`${KEYS}/`, { user_id: 'u1' }, 'api_key_id'],
    [WEBHOOKS, { name: 'made', project_id: 'p', plugin_info: { plugin_id: 'auto' } }, 'webhook_id'],
    [QUOTAS, { protocol_id: 'fax', limit: {} }, 'quota_id'],
  ])('leads to the record that POST %s created, also after a retry', async (path, fields, id) => {
    const headers = { 'idempotency-key': `made at ${path}` };
    const body = { domain_id: 'd1', ...fields };
    const made = await api.call<Record<string, string>>('POST', path, { body, headers });
    expect(made.status).toBe(201);
    const { pathname, search } = new URL(String(made.headers['location']), `http://host${path}`);
    const found = await api.call<Record<string, string>>('GET', pathname + search);
    expect([found.status, found.body[id]]).toEqual([200, made.body[id]]);
    const again = await api.call('POST', path, { body, headers });
    expect([again.status, again.headers['location']]).toEqual([201, made.headers['location']]);
  });
});

describe('Link', () => {
  it.each([
    'domain_id=d1&query.page.limit=1',
    `domain_id=d1&query=${encodeURIComponent('{"page":{"limit":1,"start":1},"sort":{"key":"name"}}')}`,
  ])('leads through all pages of a list: %s', async (query) => {
    const seen: string[] = [];
    let url: string | undefined = `${WEBHOOKS}?${query}`;
    let total = 0;
    while (url !== undefined && seen.length < 50) {
      const page: {
        headers: Record<string, unknown>;
        body: { results: { name: string }[]; total_count: number };
      } = await api.call('GET', url);
      total = page.body.total_count;
      seen.push(...page.body.results.map(({ name }) => name));
      const [, next] = /^<(.+)>; rel="next"$/.exec(String(page.headers['link'])) ?? [];
      const to: URL | undefined = next === undefined ? undefined : new URL(next, `http://host${url}`);
      url = to && to.pathname + to.search;
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
    expect(total).toBeGreaterThan(1);
  });
});

describe('a trailing slash', () => {
  it.each(['/identity/v1/endpoints/?domain_id=d1', '/health/live/', '/docs/', '/monitoring/v1/plugins/'])(
    'is ignored in %s',
    async (path) => {
      expect((await api.call('GET', path)).status).toBe(200);
    },
  );

  it('is ignored by the comparison of requests with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'slash' };
    const body = { domain_id: 'd1', user_id: 'slash' };
    const [one, two] = [
      await api.call('POST', `${KEYS}/`, { body, headers }),
      await api.call('POST', KEYS, { body, headers }),
    ];
    expect(two.body['api_key_id']).toBe(one.body['api_key_id']);
  });
});

describe('helpful error messages', () => {
  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'name application/json in the 415 for a form: %s',
    async (type) => {
      const headers = { 'content-type': type };
      const answer = await api.call('POST', KEYS, { body: 'user_id=u1&domain_id=d1', headers });
      expect(answer).toMatchObject({
        status: 415,
        body: { code: 'ERROR_UNSUPPORTED_MEDIA_TYPE', detail: expect.stringContaining('application/json') },
      });
    },
  );

  it('are absent for a form posted to a webhook, which is accepted', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { pathname } = new URL(webhook.webhook_url);
    expect((await api.call('POST', pathname, { body: 'a=b', headers, key: null })).status).toBe(202);
  });

  it.each([
    [
      'the position of invalid JSON',
      'POST',
      KEYS,
      '{"user_id":"u1",\n"domain_id" "d1"}',
      'line 2, column 13',
    ],
    ['a similar field', 'POST', KEYS, { domain_id: 'd1', user_id: 'u', nmae: 'x' }, 'did you mean name?'],
    ['a similar value', 'GET', `${WEBHOOKS}?domain_id=d1&state=ENABLD`, undefined, 'did you mean ENABLED?'],
    [
      'a similar plugin',
      'POST',
      WEBHOOKS,
      { domain_id: 'd1', name: 'x', project_id: 'p', plugin_info: { plugin_id: 'promethues' } },
      'did you mean prometheus?',
    ],
    ['a similar plugin', 'GET', '/monitoring/v1/plugin/grafanna', undefined, 'did you mean grafana?'],
    [
      'a similar path',
      'GET',
      '/monitoring/v1/webhooks/webhook_01kagexvhve0ya7d9z5kq5nh3m',
      undefined,
      'did you mean /monitoring/v1/webhook/{webhook_id}?',
    ],
    [
      'the id that was not found',
      'GET',
      '/monitoring/v1/webhook/webhook_01kagexvhve0ya7d9z5kq5nh3m?domain_id=d1',
      undefined,
      'The webhook webhook_01kagexvhve0ya7d9z5kq5nh3m was not found',
    ],
    [
      'the kind of a wrong id',
      'GET',
      '/monitoring/v1/webhook/alert_01kagexvhve0ya7d9z5kq5nh3m?domain_id=d1',
      undefined,
      'this one is of the kind alert',
    ],
  ] as const)('name %s: %s %s', async (_, method, path, body, told) => {
    const { status, body: problem } = await api.call(method, path, { body });
    expect([400, 404]).toContain(status);
    expect(problem['detail']).toContain(told);
  });

  it('name the field if from is later than to', async () => {
    const usage = `/notification/v1/quota/${quota.quota_id}/usage?domain_id=d1`;
    const days = await api.call('GET', `${usage}&from=2026-11-21&to=2026-11-20`);
    expect(days).toMatchObject({ status: 400, body: { errors: [{ field: 'to' }] } });
    expect((await api.call('GET', `${usage}&from=2026-11-20&to=2026-11-20`)).status).toBe(200);
    const body = { domain_id: 'd1', from: '2026-11-21T00:00:00Z', to: '2026-11-20T00:00:00Z' };
    const replay = await api.call('POST', `/monitoring/v1/webhook/${webhook.webhook_id}/replay`, { body });
    expect(replay).toMatchObject({ status: 400, body: { errors: [{ field: 'to' }] } });
  });

  it('have no Retry-After if an amount never fits the quota, and have it if it fits later', async () => {
    const path = `/notification/v1/quota/${quota.quota_id}/consume`;
    const never = await api.call('POST', path, { body: { domain_id: 'd1', amount: 6 } });
    expect([never.status, never.headers['retry-after']]).toEqual([429, undefined]);
    expect(never.body['detail']).toBe('The amount 6 never fits: the limit of a day is 5');
    await api.call('POST', path, { body: { domain_id: 'd1', amount: 4 } });
    const later = await api.call('POST', path, { body: { domain_id: 'd1', amount: 2 } });
    expect([later.status, Number(later.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(later.body['detail']).toMatch(
      /^The day has 1 left of 5, and 2 were asked for; the next day begins at \d{4}-/,
    );
  });
});
