import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const getEtag = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => headers['etag'];

interface Kind {
  readonly name: string;
  readonly make: readonly [path: string, fields: object];
  readonly path: (id: string) => string;
  readonly id: string;
  /** Returns a change that differs for each `n`. */
  readonly change: (id: string, n: number) => readonly [path: string, fields: object];
  /** A field that does not reveal the version of the record. */
  readonly part: string;
}

const RECORDS: readonly Kind[] = [
  {
    name: 'a webhook',
    make: ['/monitoring/v1/webhooks', { name: 'w', project_id: 'p', plugin_info: { plugin_id: 'auto' } }],
    path: (id: string) => `/monitoring/v1/webhook/${id}`,
    id: 'webhook_id',
    change: (id: string, n: number) => [`/monitoring/v1/webhook/${id}`, { tags: { n: String(n) } }],
    part: 'name',
  },
  {
    name: 'a quota',
    make: ['/notification/v1/quotas', { protocol_id: 'sms', limit: { day: 1 } }],
    path: (id: string) => `/notification/v1/quota/${id}`,
    id: 'quota_id',
    change: (id: string, n: number) => [`/notification/v1/quota/${id}`, { limit: { day: 10 + n } }],
    part: 'limit',
  },
  {
    name: 'an API key',
    make: ['/identity/v1/api-keys', { user_id: 'u' }],
    path: (id: string) => `/identity/v1/api-key/${id}`,
    id: 'api_key_id',
    change: (id: string, n: number) =>
      n % 2 === 0
        ? [`/identity/v1/api-key/${id}/disable`, {}]
        : [`/identity/v1/api-key/${id}/rotate`, { grace_seconds: 5 }],
    part: 'user_id',
  },
];

describe.each(RECORDS)('$name', ({ make, path, id, change, part }) => {
  it('is not sent again to a client that has it', async () => {
    const { record, etag } = await createRecord();
    const get = (tag: string) =>
      api.call('GET', `${path(record)}?domain_id=d1`, { headers: { 'if-none-match': tag } });
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(known);
      expect([known, response.status, response.headers['etag']]).toEqual([known, 304, etag]);
      expect(response.body).toBeFalsy();
    }
    expect((await get('"other"')).status).toBe(200);
    const [at, fields] = change(record, 1);
    expect((await api.call('PUT', at, { body: { domain_id: 'd1', ...fields } })).status).toBe(200);
    expect((await get(etag)).status).toBe(200);
  });

  async function createRecord() {
    const [at, fields] = make;
    const name = `n${Math.random()}`;
    const unique = 'name' in fields ? { name } : 'protocol_id' in fields ? { protocol_id: name } : {};
    const response = await api.call<Record<string, string>>('POST', at, {
      body: { domain_id: 'd1', ...fields, ...unique },
    });
    expect(response.status).toBe(201);
    return { record: response.body[id] ?? '', etag: String(getEtag(response)) };
  }

  const get = (record: string, only = '') => api.call('GET', `${path(record)}?domain_id=d1${only}`);
  const put = (record: string, n: number, etag: string) => {
    const [at, fields] = change(record, n);
    return api.call('PUT', at, { body: { domain_id: 'd1', ...fields }, headers: { 'if-match': etag } });
  };

  it('has an ETag that changes with the record', async () => {
    const { record, etag } = await createRecord();
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(getEtag(await get(record))).toBe(etag);
    expect(getEtag(await get(record, `&only=${part}`))).toBeUndefined();
    const changed = await put(record, 1, etag);
    expect(changed.status).toBe(200);
    expect(getEtag(changed)).not.toBe(etag);
    expect(getEtag(changed)).toBe(getEtag(await get(record)));
  });

  it('is changed and deleted only if If-Match contains its ETag', async () => {
    const { record, etag } = await createRecord();
    expect((await put(record, 1, `"other", W/${etag}`)).status).toBe(200);
    const before = await get(record);
    const late = await put(record, 2, etag);
    expect(late).toMatchObject({ status: 412, body: { code: 'ERROR_PRECONDITION_FAILED' } });
    const headers = { 'if-match': etag };
    const at = `${path(record)}?domain_id=d1`;
    expect((await api.call('DELETE', at, { headers })).status).toBe(412);
    expect(await get(record)).toMatchObject({ status: 200, body: before.body });
    const wrong = await put(record, 2, etag.replaceAll('"', ''));
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'If-Match' }] } });
    expect((await put(record, 2, '*')).status).toBe(200);
    const current = String(getEtag(await get(record)));
    expect((await api.call('DELETE', at, { headers: { 'if-match': current } })).status).toBe(204);
    expect((await put(record, 2, current)).status).toBe(404);
  });

  it('is changed by only one of several concurrent requests with the same If-Match', async () => {
    const { record, etag } = await createRecord();
    const responses = await Promise.all(Array.from({ length: 5 }, (_, n) => put(record, 2 * n + 1, etag)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412]);
  });
});
