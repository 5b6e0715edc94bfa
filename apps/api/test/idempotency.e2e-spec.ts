import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
let second: ApiUnderTest;

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ DATABASE_URL: api.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await api.close();
});

const path = '/identity/v1/api-keys';
const create = (key: string, body: object = {}, to = api, as?: string) =>
  to.call('POST', path, {
    body: { user_id: 'u1', domain_id: 'd1', ...body },
    headers: { 'idempotency-key': key },
    ...(as ? { key: as } : {}),
  });
const count = async () =>
  Number((await sql<{ count: string }>(api.databaseUrl, 'select count(*) from api_key'))[0]?.count);

describe('Idempotency-Key', () => {
  it('returns the first response to a retry on any process, and creates nothing twice', async () => {
    const first = await create('one');
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    const before = await count();
    for (const to of [api, second]) {
      const again = await create('"one"', {}, to);
      expect(again).toMatchObject({
        status: 201,
        body: first.body,
        headers: { 'idempotency-replayed': 'true' },
      });
    }
    expect(await count()).toBe(before);
    const stored = JSON.stringify(
      await sql(api.databaseUrl, `select encode(answer, 'escape') from idempotency_key`),
    );
    expect(stored).not.toContain(first.body.api_key);
  });

  it('is rejected with 422 for another body, and is separate for each caller, domain and path', async () => {
    const { body } = await create('two', { role: 'ADMIN' });
    expect(await create('two', { user_id: 'u2' })).toMatchObject({
      status: 422,
      body: { code: 'ERROR_IDEMPOTENCY_MISMATCH' },
    });
    expect((await create('two', { domain_id: 'd2' })).body.api_key_id).not.toBe(body.api_key_id);
    const other = await create('two', { role: 'ADMIN' }, api, String(body.api_key));
    expect(other.body.api_key_id).not.toBe(body.api_key_id);
    const rotate = () =>
      api.call('PUT', `/identity/v1/api-key/${String(body.api_key_id)}/rotate?domain_id=d1`, {
        headers: { 'idempotency-key': 'two' },
      });
    const rotated = await rotate();
    expect(rotated.status).toBe(200);
    expect((await rotate()).body).toEqual(rotated.body);
  });

  it('lets one of several concurrent requests run, and gives the others its response or 409', async () => {
    const before = await count();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, at) => create('three', {}, at % 2 ? api : second)),
    );
    const created = responses.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ body }) => body.api_key_id)).size).toBe(1);
    for (const { status, body } of responses.filter((each) => each.status !== 201)) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'ERROR_CONFLICT' });
    }
    expect(await count()).toBe(before + 1);
  });

  it('is forgotten after a failure, after 60 s if unfinished, and after a day if answered', async () => {
    expect((await create('four', { expires_at: '2000-01-01T00:00:00Z' })).status).toBe(400);
    const first = await create('four');
    expect(first.status).toBe(201);
    const ageKeys = (by: string) =>
      sql(
        api.databaseUrl,
        `update idempotency_key set started_at = started_at - interval '${by}', answer =
        case when '${by}' = '61 s' then null else answer end`,
      );
    await ageKeys('61 s');
    const recreated = await create('four');
    expect(recreated.body.api_key_id).not.toBe(first.body.api_key_id);
    await ageKeys('25 h');
    expect((await create('four')).body.api_key_id).not.toBe(recreated.body.api_key_id);
  });

  it('is rejected with 400 if empty or too long, and not stored for an unauthenticated caller', async () => {
    for (const key of ['""', 'x'.repeat(256)]) expect((await create(key)).status).toBe(400);
    expect((await create('five', {}, api, 'nobody')).status).toBe(401);
    expect((await create('five')).status).toBe(201);
  });

  it('returns the complete response to a retry if the first request failed after its commit', async () => {
    const webhook = { name: 'lost', project_id: 'p', plugin_info: { plugin_id: 'prometheus' } };
    const post = (method: 'POST' | 'PUT', to: string, body: object, key: string) =>
      api.call(method, to, { body: { domain_id: 'd1', ...body }, headers: { 'idempotency-key': key } });
    // This table is read for the response after the commit, so the request fails although its change is stored.
    await sql(api.databaseUrl, 'alter table plugin_upgrade rename to away');
    const attempt = () => post('POST', '/monitoring/v1/webhooks', webhook, 'seven');
    expect((await attempt()).status).toBe(500);
    await sql(api.databaseUrl, 'alter table away rename to plugin_upgrade');
    const { status, body } = await attempt();
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ name: 'lost', webhook_url: expect.any(String) }),
    ]);
    expect(await attempt()).toMatchObject({ status: 201, body });

    await sql(api.databaseUrl, 'alter table plugin_upgrade rename to away');
    const to = `/monitoring/v1/webhook/${String(body['webhook_id'])}/access-key/rotate`;
    const rotate = () => post('PUT', to, {}, 'eight');
    expect((await rotate()).status).toBe(500);
    await sql(api.databaseUrl, 'alter table away rename to plugin_upgrade');
    const rotated = await rotate();
    expect(rotated).toMatchObject({ status: 200, body: { access_key: expect.any(String) } });
    expect(rotated.body['access_key']).not.toBe(body['access_key']);
    expect((await rotate()).body).toEqual(rotated.body);
  });

  it('rotates a secret without a grace once, and keeps it encrypted', async () => {
    const add = async (path: string, body: object) =>
      (await api.call('POST', path, { body: { domain_id: 'd1', ...body } })).body;
    const webhook = { name: 'rotated', project_id: 'p', plugin_info: { plugin_id: 'prometheus' } };
    const pagerduty = { protocol_id: 'pagerduty', options: { routing_key: 'r'.repeat(32) } };
    const { webhook_id } = await add('/monitoring/v1/webhooks', webhook);
    const { api_key_id } = await add(path, { user_id: 'u1', role: 'ADMIN' });
    const of = '/notification/v1/subscription';
    const options = { url: 'https://1.1.1.1/' };
    const { subscription_id } = await add(`${of}s`, { name: 'w', protocol_id: 'webhook', options });
    const { subscription_id: paging } = await add(`${of}s`, { name: 'p', ...pagerduty });
    const rotations: readonly (readonly [to: string, secret: string])[] = [
      [`/monitoring/v1/webhook/${String(webhook_id)}/access-key/rotate`, 'access_key'],
      [`${path.slice(0, -1)}/${String(api_key_id)}/rotate`, 'api_key'],
      [`${of}/${String(subscription_id)}/rotate`, 'signing_secret'],
      [`${of}/${String(paging)}/inbound/rotate`, 'inbound_url'],
    ];
    const readDigests = () =>
      sql(
        api.databaseUrl,
        `select secret_digest::text as digest from api_key union all select access_key_digest::text from webhook
         union all select signing_secrets::text from subscription order by 1`,
      );
    for (const [to, secret] of rotations) {
      const body = { domain_id: 'd1', grace_seconds: 0 };
      const rotate = (by: ApiUnderTest) =>
        by.call('PUT', to, { body, headers: { 'idempotency-key': 'nine' } });
      const first = await rotate(api);
      expect([first.status, first.body[secret]]).toEqual([200, expect.any(String)]);
      const before = await readDigests();
      expect(await rotate(second)).toMatchObject({
        ...{ status: 200, body: first.body, headers: { 'idempotency-replayed': 'true' } },
      });
      expect(await readDigests()).toEqual(before);
      const rows = await sql(api.databaseUrl, `select encode(answer, 'escape') from idempotency_key`);
      expect(JSON.stringify(rows)).not.toContain(first.body[secret]);
    }
  });

  it('applies to webhooks and quotas', async () => {
    const post = (to: string, body: object) =>
      api.call('POST', to, { body: { domain_id: 'd1', ...body }, headers: { 'idempotency-key': 'six' } });
    for (const [to, body] of [
      ['/monitoring/v1/webhooks', { name: 'w', project_id: 'p', plugin_info: { plugin_id: 'prometheus' } }],
      ['/notification/v1/quotas', { protocol_id: 'sms', limit: { day: 1 } }],
    ] as const) {
      const first = await post(to, body);
      expect(first.status).toBe(201);
      expect(await post(to, body)).toMatchObject({ status: 201, body: first.body });
    }
  });
});
