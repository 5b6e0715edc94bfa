import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const path = '/identity/v1/endpoints';
let api: ApiUnderTest;

beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: "https://tocsin.example.com/it's/" });
});
afterAll(() => api.close());

const services = ['identity', 'monitoring', 'notification'];
const internal = () => api.call('GET', `${path}?domain_id=d1&endpoint_type=internal`);

describe('endpoints', () => {
  it('are listed and searched, one per service, with the public address', async () => {
    const listed = await api.call('GET', `${path}?domain_id=d1`);
    expect(listed).toMatchObject({ status: 200, body: { total_count: 3 } });
    expect(listed.body.results).toEqual(
      services.map((service) => ({
        service,
        name: service,
        endpoint: `https://tocsin.example.com/it's/${service}/v1`,
        state: 'ACTIVE',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      })),
    );
    const body = { domain_id: 'd1', endpoint_type: 'public' };
    expect((await api.call('POST', `${path}/search`, { body })).body).toEqual(listed.body);
    const one = await api.call('GET', `${path}?domain_id=d1&service=monitoring&query.only=service`);
    expect(one.body).toEqual({ results: [{ service: 'monitoring' }], total_count: 1 });
  });

  it.each([
    ['GET', '/identity/v1/endpoints', undefined],
    ['POST', '/identity/v1/endpoints/search', {}],
    ['GET', '/monitoring/v1/event/event_01kagexvhve0ya7d9z5kq5nh3m', undefined],
    ['GET', '/monitoring/v1/events', undefined],
    ['POST', '/monitoring/v1/events/search', {}],
    ['POST', '/monitoring/v1/events/stat', { query: { distinct: 'severity' } }],
  ] as const)('must be named to %s %s, also with an API key', async (method, route, body) => {
    const created = await api.call('POST', '/identity/v1/api-keys', {
      body: { user_id: 'u1', domain_id: 'd1', role: 'VIEWER' },
    });
    for (const key of [String(created.body.api_key), undefined])
      expect(await api.call(method, route, { body, ...(key && { key }) })).toMatchObject({
        status: 400,
        body: { code: 'ERROR_REQUIRED_PARAMETER', errors: [{ field: 'domain_id' }] },
      });
  });

  it('require a known endpoint_type, and INTERNAL the root key', async () => {
    const created = await api.call('POST', '/identity/v1/api-keys', {
      body: { user_id: 'u1', domain_id: 'd1', role: 'VIEWER' },
    });
    const key = String(created.body.api_key);
    expect(await api.call('GET', `${path}?domain_id=d1`, { key })).toMatchObject({ status: 200 });
    expect(await api.call('GET', `${path}?domain_id=d2`, { key })).toMatchObject({ status: 403 });
    expect(await api.call('GET', `${path}?domain_id=d1&endpoint_type=INTERNAL`, { key })).toMatchObject({
      status: 403,
      body: { code: 'ERROR_PERMISSION_DENIED' },
    });
    expect(await api.call('GET', `${path}?domain_id=d1&endpoint_type=X`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'endpoint_type' }] },
    });
  });

  it('of the type internal list all processes for the root key, dead ones as INACTIVE', async () => {
    const second = await startApi({ DATABASE_URL: api.databaseUrl });
    expect((await internal()).body).toMatchObject({
      total_count: 2,
      results: [{ service: 'api', state: 'ACTIVE' }, { state: 'ACTIVE' }],
    });
    const paged = await api.call('GET', `${path}?domain_id=d1&query.page.limit=1`);
    const cursor = String(paged.body['next_cursor']);
    const type = (named: string) => `${path}?domain_id=d1&endpoint_type=${named}&query.page.cursor=${cursor}`;
    expect(await api.call('GET', type('public'))).toMatchObject({ status: 200 });
    expect(await api.call('GET', type('internal'))).toMatchObject({ status: 400 });
    await second.close();
    expect((await internal()).body).toMatchObject({ total_count: 1 });

    await sql(
      api.databaseUrl,
      `insert into running_process values (gen_random_uuid(), 'worker', 'gone', 'http://gone:1', '0.0.0',
        clock_timestamp() - interval '21 seconds')`,
    );
    expect((await internal()).body.results).toContainEqual({
      service: 'worker',
      name: 'gone',
      endpoint: 'http://gone:1',
      state: 'INACTIVE',
      version: '0.0.0',
    });
  });
});
