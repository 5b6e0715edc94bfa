import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { rootApiKey } from './processes.js';
import { startService, type Service } from './service.js';
import { sql } from './sql.js';

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly field: string }[];
}

interface Delivery {
  readonly delivery_id: string;
  readonly status: string;
  readonly outcomes: readonly { readonly outcome: string; readonly event_id: string }[];
}

let service: Service;
let api: Service['api'];
let webhook: CreatedWebhook;

beforeAll(async () => {
  service = await startService();
  ({ api } = service);
  webhook = await createWebhook(api.url, 'direct');
});

afterAll(() => service?.stop());

const post = <T = Problem>(body: unknown, headers: Record<string, string> = {}, path = webhook.path) =>
  call<T>('POST', api.url + path, body, headers);
const processed = (body: unknown, headers: Record<string, string> = {}) =>
  post<Delivery>(body, { prefer: 'wait=10', ...headers });
const get = <T>(path: string) => call<T>('GET', `${api.url}/monitoring/v1/${path}`);
const disk = { event_key: 'disk', title: 'Disk full', severity: 'CRITICAL', resource: { name: 'db1' } };

describe('a delivery', () => {
  it('is answered with a receipt and becomes PROCESSED', async () => {
    const { status, body } = await post<Delivery>({ ...disk, event_key: 'receipt' });
    expect([status, body]).toEqual([
      202,
      {
        delivery_id: expect.stringMatching(/^delivery_/),
        received_at: expect.any(String),
        status: 'ACCEPTED',
      },
    ]);
    const found = await until(
      () => get<Delivery>(`delivery/${body.delivery_id}?domain_id=demo`),
      (answer) => answer.body.status === 'PROCESSED',
    );
    expect(found.body.outcomes).toMatchObject([{ index: 0, outcome: 'CREATED', reason: null }]);
  });

  it('is answered after processing if the sender prefers to wait', async () => {
    const { status, headers, body } = await processed({ ...disk, event_key: 'preferred' });
    expect([status, headers.get('preference-applied'), body.status]).toEqual([200, 'wait=10', 'PROCESSED']);
  });

  it('is not visible to another domain', async () => {
    const { body } = await post<Delivery>(disk);
    expect((await get(`delivery/${body.delivery_id}?domain_id=other`)).status).toBe(404);
  });

  it.each([
    ['as text/plain', JSON.stringify({ ...disk, event_key: 'text' }), { 'content-type': 'text/plain' }],
    ['with a byte order mark', `\ufeff${JSON.stringify({ ...disk, event_key: 'bom' })}`, {}],
    ['compressed', gzipSync(JSON.stringify({ ...disk, event_key: 'gzip' })), { 'content-encoding': 'gzip' }],
    ['wrapped in `data`', { data: { ...disk, event_key: 'data' } }, {}],
    ['as a list wrapped in `data`', { data: [{ ...disk, event_key: 'data of a list' }] }, {}],
    [
      'as a list of alarms',
      [
        { ...disk, event_key: 'a' },
        { ...disk, event_key: 'b' },
      ],
      {},
    ],
  ])('creates events when it is sent %s', async (_how, body, headers) => {
    const answer = await processed(body, headers);
    expect(answer.body.outcomes.map(({ outcome }) => outcome)).toSatisfy((all: string[]) =>
      all.every((outcome) => outcome === 'CREATED'),
    );
  });

  it.each([
    ['webhook_id and access_key', ['webhook_id', 'access_key']],
    ['webhook_id alone', ['webhook_id']],
    ['access_key alone', ['access_key']],
  ])('is unwrapped from an envelope with %s', async (how, names) => {
    const access_key = webhook.path.split('/').at(-2);
    const both: Record<string, unknown> = { webhook_id: webhook.webhook_id, access_key };
    const data = { ...disk, event_key: how };
    const { body } = await processed({
      ...Object.fromEntries(names.map((name) => [name, both[name]])),
      data,
    });
    const event = await get<{ raw_data: object }>(`event/${body.outcomes[0]?.event_id}?domain_id=demo`);
    expect(event.body.raw_data).toEqual(data);
  });

  it('of several alarms keeps the valid ones if one is invalid', async () => {
    const { body } = await processed([
      { ...disk, event_key: 'good' },
      { title: 5 },
      { ...disk, event_key: 'fine' },
    ]);
    expect(body.status).toBe('QUARANTINED');
    expect(body.outcomes.map(({ outcome }) => outcome)).toEqual(['CREATED', 'QUARANTINED', 'CREATED']);
  });

  it.each([
    ['U+0000', '{"event_key":"n","title":"a\\u0000b"}'],
    ['a lone surrogate', '{"event_key":"s","title":"a\\ud800b"}'],
    ['1e400000', '{"event_key":"e","title":"t","additional_info":{"n":1e400000}}'],
    ['a key of 6,000 characters', `{"event_key":"${'k'.repeat(6000)}","title":"t"}`],
    [
      '150,000 levels of nesting',
      `{"event_key":"d","title":"t","additional_info":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
    ],
    [
      '150,000 levels of nesting in the envelope',
      `{"data":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)},"access_key":"k"}`,
    ],
    ['an empty list', '[]'],
  ])('with %s neither causes a 5xx response nor affects a concurrent delivery', async (_what, body) => {
    const [odd, neighbour] = await Promise.all([
      processed(body),
      processed({ ...disk, event_key: `neighbour ${crypto.randomUUID()}` }),
    ]);
    expect(odd.status).toBeLessThan(500);
    expect(neighbour.body.outcomes.map(({ outcome }) => outcome)).toEqual(['CREATED']);
  });

  it('keeps every digit of its numbers in the event', async () => {
    const raw =
      '{"event_key":"digits","title":"t","additional_info":{"id":331426000000097063123,"ratio":1.10}}';
    const { body } = await processed(raw);
    const response = await fetch(
      `${api.url}/monitoring/v1/event/${body.outcomes[0]?.event_id}?domain_id=demo`,
      {
        headers: { authorization: `Bearer ${rootApiKey}` },
      },
    );
    expect(await response.text()).toContain('"additional_info":{"id":331426000000097063123,"ratio":1.10}');
  });
});

describe('deliveries in other forms', () => {
  it.each([
    ['deflated without the header of zlib', deflateRawSync, 'deflate'],
    ['gzipped, with a list of encodings', gzipSync, 'gzip, identity'],
  ])('are accepted %s', async (_what, compress, encoding) => {
    const body = compress(JSON.stringify({ ...disk, event_key: encoding }));
    const answer = await post(body, { 'content-encoding': encoding, prefer: 'wait=10' });
    expect(answer).toMatchObject({ status: 200, body: { outcomes: [{ outcome: 'CREATED' }] } });
  });

  it('become an event of their text if they are broken JSON, and stay in the quarantine', async () => {
    const { path } = await createWebhook(api.url, 'auto');
    const answer = await post('{disk full, status {critical', { prefer: 'wait=10' }, path);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'QUARANTINED', outcomes: [{ outcome: 'CREATED' }, { outcome: 'QUARANTINED' }] },
    });
  });
});

describe('rejected deliveries', () => {
  const { event_key: _, ...rest } = disk;

  it.each([
    ['an unknown webhook', '/monitoring/v1/webhook/webhook_01kagexvhve0ya7d9z5kq5nh3m/abc/events'],
    ['an invalid webhook id', '/monitoring/v1/webhook/nonsense/abc/events'],
  ])('get ERROR_NOT_FOUND for %s', async (_what, path) => {
    expect((await post(rest, {}, path)).body.code).toBe('ERROR_NOT_FOUND');
  });

  it('get the same 404 response for a wrong access key as for an unknown webhook', async () => {
    const wrong = await post(rest, {}, webhook.path.replace(/[^/]+\/events$/, 'wrong/events'));
    const unknown = await post(
      rest,
      {},
      '/monitoring/v1/webhook/webhook_01kagexvhve0ya7d9z5kq5nh3m/wrong/events',
    );
    const { instance: _a, ...one } = wrong.body as Problem & { instance: string };
    const { instance: _b, ...other } = unknown.body as Problem & { instance: string };
    expect([wrong.status, one]).toEqual([404, other]);
  });

  it('get 403 from a disabled webhook', async () => {
    const { webhook_id, path } = await createWebhook(api.url, 'direct');
    await call('PUT', `${api.url}/monitoring/v1/webhook/${webhook_id}/disable`, { domain_id: 'demo' });
    const { status, body } = await post(disk, {}, path);
    expect([status, body.code]).toEqual([403, 'ERROR_WEBHOOK_DISABLED']);
  });

  it('get 400 if they are empty, binary or nested too deep, and their beginning is kept in the quarantine', async () => {
    const { path } = await createWebhook(api.url, 'direct');
    for (const body of [`{"cut of":${'['.repeat(1_000)}`, 'a\u0000b', '']) {
      const answer = await post(body, {}, path);
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'data']);
    }
    const kept = await sql(
      service.databaseUrl,
      `select position('{"cut of'::bytea in payload) > 0 as cut from quarantine where status = 'UNREADABLE'`,
    );
    expect(kept).toEqual([{ cut: true }, { cut: false }, { cut: false }]);
  });

  it('get 415 with the way to send JSON if they are Protobuf', async () => {
    const answer = await post('\n\u0005', { 'content-type': 'application/x-protobuf' });
    expect([answer.status, answer.body.detail]).toEqual([415, expect.stringContaining('encoding: json')]);
  });

  it('get 413 if they are too large, even if only after decompression', async () => {
    const big = JSON.stringify({ ...disk, description: 'x'.repeat(8 * 1024 * 1024) });
    expect((await post(big)).status).toBe(413);
    const bomb = await post(gzipSync(big), { 'content-encoding': 'gzip' });
    expect([bomb.status, bomb.body.code]).toEqual([413, 'ERROR_PAYLOAD_TOO_LARGE']);
  });

  it.each([
    [{ webhook_id: 'webhook_01kagexvhve0ya7d9z5kq5nh3m' }, 'data'],
    [{ webhook_id: 'webhook_01kagexvhve0ya7d9z5kq5nh3m', data: disk }, 'webhook_id'],
    [{ access_key: 'other', data: disk }, 'access_key'],
  ])('get 400 for the invalid envelope %j', async (body, field) => {
    const answer = await post(body);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
  });
});

describe('events', () => {
  interface Event {
    readonly event_id: string;
    readonly title: string;
    readonly webhook_id: string;
  }
  const list = (query: string) =>
    get<{ results: Event[]; total_count: number }>(`events?domain_id=demo&${query}`);
  let mine: CreatedWebhook;

  beforeAll(async () => {
    mine = await createWebhook(api.url, 'direct');
    for (const severity of ['CRITICAL', 'WARNING', 'WARNING']) {
      const body = { event_key: crypto.randomUUID(), title: severity, severity };
      await post(body, { prefer: 'wait=10' }, mine.path);
    }
  });

  it('are listed, the newest first, page by page', async () => {
    const all = await list(`webhook_id=${mine.webhook_id}`);
    expect(all.body).toMatchObject({ total_count: 3 });
    expect(all.body.results.map(({ title }) => title)).toEqual(['WARNING', 'WARNING', 'CRITICAL']);
    const last = await list(`webhook_id=${mine.webhook_id}&query.page.start=3&query.page.limit=1`);
    expect(last.body.results.map(({ title }) => title)).toEqual(['CRITICAL']);
  });

  it('are filtered by equality, with the same result by GET and by search', async () => {
    const query = { only: ['title', 'resource.name'] };
    const found = await call<{ results: object[]; total_count: number }>(
      'POST',
      `${api.url}/monitoring/v1/events/search`,
      { domain_id: 'demo', webhook_id: mine.webhook_id, severity: 'WARNING', query },
    );
    const listed = await list(
      `webhook_id=${mine.webhook_id}&severity=WARNING&query.only=title,resource.name`,
    );
    expect(found.body.results).toEqual([
      { title: 'WARNING', resource: { name: null } },
      { title: 'WARNING', resource: { name: null } },
    ]);
    expect(listed.body).toEqual(found.body);
  });

  it('are got by id, in their own domain only', async () => {
    const [event] = (await list(`webhook_id=${mine.webhook_id}`)).body.results;
    const got = await get<Event>(`event/${event?.event_id}?domain_id=demo&only=title`);
    expect([got.status, got.body]).toEqual([200, { title: 'WARNING' }]);
    expect((await get(`event/${event?.event_id}?domain_id=other`)).status).toBe(404);
  });

  it.each([
    ['event/event_01kagexvhve0ya7d9z5kq5nh3m', 'domain_id'],
    ['events', 'domain_id'],
    ['event/nonsense?domain_id=demo', 'event_id'],
    ['events?domain_id=demo&severity=LOUD', 'severity'],
    ['events?domain_id=demo&webhook_id=event_01kagexvhve0ya7d9z5kq5nh3m', 'webhook_id'],
    ['events?domain_id=demo&colour=red', 'colour'],
  ])('are not returned by %s, which gets 400 for the field %s', async (path, field) => {
    const { status, body } = await get<Problem>(path);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
  });
});
