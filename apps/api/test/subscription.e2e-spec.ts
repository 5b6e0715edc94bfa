import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';
import { matchProblem } from './webhooks-under-test.js';

const PATH = '/notification/v1/subscriptions';
const URL = 'https://192.0.2.1/alerts';

let api: ApiUnderTest;
beforeAll(
  async () =>
    void (api = await startApi({
      NOTIFICATION_ALLOW: '192.0.2.1,203.0.113.9',
      PUBLIC_URL: 'https://tocsin.example.com',
    })),
);
afterAll(() => api.close());

interface Subscription extends Record<string, unknown> {
  readonly subscription_id: string;
  readonly signing_secret: string;
}

const post = (body: object, headers: Record<string, string> = {}) =>
  api.call<Subscription>('POST', PATH, { body: { domain_id: 'd1', ...body }, headers });
const createBody = (more: object = {}) => ({
  name: crypto.randomUUID(),
  protocol_id: 'webhook',
  options: { url: URL },
  ...more,
});
const subscriptionPath = ({ subscription_id }: Subscription, verb = '') =>
  `/notification/v1/subscription/${subscription_id}${verb && `/${verb}`}?domain_id=d1`;

describe('a subscription', () => {
  it('returns its signing secret only when it is created, and masks the secrets of its options', async () => {
    const options = { url: URL, headers: { authorization: 'Bearer very-secret' } };
    const { status, headers, body } = await post(createBody({ name: ' on-call ', options }));
    expect(status).toBe(201);
    expect(headers['location']).toContain(body.subscription_id);
    expect(body).toMatchObject({
      subscription_id: expect.stringMatching(/^subscription_/),
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      name: 'on-call',
      state: 'ENABLED',
      options: { url: URL, headers: '***' },
      kinds: expect.arrayContaining(['alert.opened', 'alert.resolved']),
      filter: [],
      project_id: null,
      health: { last_attempt_at: null, failures: 0, last_error: null },
    });
    const { signing_secret: _, ...shown } = body;
    expect(await api.call('GET', subscriptionPath(body))).toMatchObject({ status: 200, body: shown });
    expect((await api.call('GET', subscriptionPath(body))).body).not.toHaveProperty('signing_secret');
    const [row] = await sql<{ text: string }>(
      api.databaseUrl,
      `select (to_jsonb(s) - 'secret_options' - 'signing_secrets')::text as text from subscription s where subscription_id =
       (select max(subscription_id::text)::uuid from subscription)`,
    );
    expect(row?.text).not.toContain('very-secret');
  });

  it('changes only the given fields, and keeps a masked secret', async () => {
    const { body } = await post(createBody({ options: { url: URL, headers: { a: 'b' } } }));
    const changed = await api.call<Subscription>('PUT', subscriptionPath(body), {
      body: {
        options: { url: `${URL}/2`, headers: '***' },
        kinds: ['alert.resolved', 'alert.opened'],
        filter: [{ k: 'severity', v: 'ERROR', o: 'gte' }],
      },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: body['name'],
        options: { url: `${URL}/2`, headers: '***' },
        kinds: ['alert.opened', 'alert.resolved'],
        filter: [{ k: 'severity', v: 'ERROR', o: 'gte' }],
      },
    });
    const same = await api.call<Subscription>('PUT', subscriptionPath(body), {
      body: { kinds: ['alert.opened', 'alert.resolved'] },
    });
    expect(same.body['updated_at']).toBe(changed.body['updated_at']);
  });

  it('rejects a masked secret if the address moves to another host', async () => {
    const { body } = await post(
      createBody({ options: { url: URL, headers: { authorization: 'Bearer very-secret' } } }),
    );
    const moved = (options: object) => api.call('PUT', subscriptionPath(body), { body: { options } });
    const url = 'https://203.0.113.9/hook';
    const refused = await moved({ url, headers: '***' });
    expect(refused).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER'));
    expect(JSON.stringify(refused.body)).toContain('must contain the secrets again');
    expect(await moved({ url, headers: { authorization: 'Bearer another' } })).toMatchObject({ status: 200 });
    expect(await moved({ url: URL })).toMatchObject({ status: 200 });
  });

  it('has only kinds of alert changes if its protocol supports no others', async () => {
    const relay = { protocol_id: 'relay', options: { url: URL } };
    const { body } = await post(createBody(relay));
    expect(body['kinds']).toEqual(expect.arrayContaining(['alert.opened']));
    expect(body['kinds']).not.toContain('quota.low');
    expect(await post(createBody({ ...relay, kinds: ['quota.low'] }))).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_PARAMETER'),
    );
  });

  it('is disabled, enabled and deleted, after which its name is free', async () => {
    const given = createBody();
    const { body } = await post(given);
    expect(await post(given)).toMatchObject(matchProblem(409, 'ERROR_NOT_UNIQUE'));
    expect((await api.call('PUT', subscriptionPath(body, 'disable'), { body: {} })).body).toMatchObject({
      state: 'DISABLED',
    });
    expect((await api.call('PUT', subscriptionPath(body, 'enable'), { body: {} })).body).toMatchObject({
      state: 'ENABLED',
    });
    expect((await api.call('DELETE', subscriptionPath(body))).status).toBe(204);
    expect(await api.call('GET', subscriptionPath(body))).toMatchObject(matchProblem(404, 'ERROR_NOT_FOUND'));
    expect((await post(given)).status).toBe(201);
  });

  it('is created once, with one secret, if the request is repeated with its Idempotency-Key', async () => {
    const given = createBody();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [await post(given, key), await post(given, key)];
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it('gives its domain a cursor while it is enabled', async () => {
    const cursors = () =>
      sql(api.databaseUrl, `select domain_id from notification_cursor where domain_id = 'd2'`);
    const { body } = await post({ ...createBody(), domain_id: 'd2' });
    expect(await cursors()).toHaveLength(1);
    const path = `/notification/v1/subscription/${body.subscription_id}`;
    await api.call('PUT', `${path}/disable`, { body: { domain_id: 'd2' } });
    expect(await cursors()).toHaveLength(0);
    await api.call('PUT', `${path}/enable`, { body: { domain_id: 'd2' } });
    expect(await cursors()).toHaveLength(1);
  });

  it('can be read but not created by a VIEWER', async () => {
    const { body } = await api.call('POST', '/identity/v1/api-keys', {
      body: { user_id: 'u', domain_id: 'd1', role: 'VIEWER' },
    });
    const key = String(body['api_key']);
    expect((await api.call('GET', PATH, { key })).status).toBe(200);
    expect(await api.call('POST', PATH, { key, body: createBody() })).toMatchObject(
      matchProblem(403, 'ERROR_PERMISSION_DENIED'),
    );
  });

  it.each([
    [{ protocol_id: 'pigeon' }, 'ERROR_INVALID_PARAMETER', 'protocol_id must be one of '],
    [{ options: {} }, 'ERROR_REQUIRED_PARAMETER', 'options.url is required'],
    [
      { options: { url: URL, colour: 1 } },
      'ERROR_INVALID_PARAMETER',
      'options.colour is unknown; allowed are url, headers',
    ],
    [{ options: { url: 'ftp://192.0.2.1' } }, 'ERROR_INVALID_PARAMETER', 'options.url'],
    [
      { options: { url: 'https://me:secret@192.0.2.1' } },
      'ERROR_INVALID_PARAMETER',
      'must not hold a user or password',
    ],
    [{ options: { url: 'http://127.0.0.1/' } }, 'ERROR_INVALID_PARAMETER', 'allow it by NOTIFICATION_ALLOW'],
    [
      { options: { url: 'https://tocsin.example.com/monitoring/v1/webhook/webhook_1/key/events' } },
      'ERROR_INVALID_PARAMETER',
      'options.url is a webhook of this service',
    ],
    [{ options: { url: 'http://[::ffff:10.0.0.1]/' } }, 'ERROR_INVALID_PARAMETER', 'is not public'],
    [{ options: { url: URL, headers: { 'Webhook-Id': 'x' } } }, 'ERROR_INVALID_PARAMETER', 'options.headers'],
    [{ options: { url: URL, headers: { a: 'b\r\nc: d' } } }, 'ERROR_INVALID_PARAMETER', 'options.headers'],
    [{ kinds: [] }, 'ERROR_INVALID_PARAMETER', 'kinds must be a list of'],
    [{ kinds: ['alert.exploded'] }, 'ERROR_INVALID_PARAMETER', 'kinds must be a list of'],
    [{ filter: [{ k: 'colour', v: 'red', o: 'eq' }] }, 'ERROR_INVALID_QUERY', 'filter[0]'],
    [{ filter: [{ k: 'title', o: 'eq' }] }, 'ERROR_INVALID_QUERY', 'filter[0].value'],
    [{ filter: [{ k: 'title', v: '(', o: 'regex' }] }, 'ERROR_INVALID_QUERY', ''],
    [{ filter: 'all' }, 'ERROR_INVALID_QUERY', 'filter is neither a list of conditions nor a filter as text'],
    [{ name: ' ' }, 'ERROR_INVALID_PARAMETER', 'name must be 1 to 255 characters'],
    [{ colour: 'red' }, 'ERROR_INVALID_PARAMETER', 'colour'],
  ])('is rejected with 400 for %j', async (more, code, detail) => {
    const response = await post(createBody(more));
    expect(response).toMatchObject(matchProblem(400, code));
    expect(String(response.body['detail'])).toContain(detail);
    expect(JSON.stringify(response.body)).not.toContain('query.filter');
  });
});

it('a subscription can be tested 10 times a minute', async () => {
  // Each request counts, so the subscription need not exist, and no receiver is waited for.
  const verify = () => api.call('POST', subscriptionPath({ subscription_id } as Subscription, 'verify'));
  const subscription_id = newId('subscription');
  for (let n = 0; n < 10; n += 1) expect((await verify()).status).toBe(404);
  const refused = await verify();
  expect(refused).toMatchObject(matchProblem(429, 'ERROR_RATE_LIMITED'));
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

describe('protocols', () => {
  it('are listed with the schema of their options', async () => {
    const { body } = await api.call<{ results: { protocol_id: string }[] }>(
      'GET',
      '/notification/v1/protocols',
    );
    expect(body).toMatchObject({
      results: [
        { protocol_id: 'mattermost', signed: false },
        { protocol_id: 'ntfy', signed: false, options_schema: { required: ['topic'] } },
        { protocol_id: 'opsgenie', signed: false },
        { protocol_id: 'pagerduty', signed: false },
        { protocol_id: 'relay', signed: false },
        { protocol_id: 'slack', signed: false },
        { protocol_id: 'teams', signed: false },
        { protocol_id: 'webhook', signed: true, options_schema: { required: ['url'] } },
      ],
      total_count: 8,
    });
    expect((await api.call('GET', '/notification/v1/protocol/webhook?only=name')).body).toEqual({
      name: 'Webhook',
    });
    expect(await api.call('GET', '/notification/v1/protocol/pigeon')).toMatchObject(
      matchProblem(404, 'ERROR_NOT_FOUND'),
    );
  });
});
