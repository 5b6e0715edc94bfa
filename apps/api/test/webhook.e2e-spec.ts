import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { startApi, type Answer, type ApiUnderTest } from './api-under-test.js';

const WEBHOOKS = '/monitoring/v1/webhooks';
const PUBLIC_URL = 'https://tocsin.example.com';

interface Webhook extends Record<string, unknown> {
  webhook_id: string;
  access_key: string;
  webhook_url: string;
  name: string;
}

let api: ApiUnderTest;
let second: ApiUnderTest;
/** Keys of domain d1, by role, and one of domain d2. */
let keys: Record<'ADMIN' | 'VIEWER' | 'other', string>;
let count = 0;

beforeAll(async () => {
  api = await startApi({ PUBLIC_URL });
  second = await startApi({ PUBLIC_URL, DATABASE_URL: api.databaseUrl });
  const key = async (domain_id: string, role: string) => {
    const body = { user_id: 'u1', domain_id, role };
    return String((await api.call('POST', '/identity/v1/api-keys', { body })).body['api_key']);
  };
  keys = {
    ADMIN: await key('d1', 'ADMIN'),
    VIEWER: await key('d1', 'VIEWER'),
    other: await key('d2', 'ADMIN'),
  };
});
afterAll(async () => {
  await second.close();
  await api.close();
});

const request = (changes: object = {}) => ({
  name: `webhook ${(count += 1)}`,
  plugin_info: { plugin_id: 'prometheus' },
  project_id: 'p1',
  ...changes,
});
type Options = Parameters<ApiUnderTest['call']>[2];
type Method = Parameters<ApiUnderTest['call']>[0];
const call = <Body = Webhook>(method: Method, path: string, options: Options = {}) =>
  api.call<Body>(method, path, { key: keys.ADMIN, ...options });
async function create(changes: object = {}): Promise<Webhook> {
  const { status, body } = await call('POST', WEBHOOKS, { body: request(changes) });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const pathOf = ({ webhook_id }: { webhook_id: string }) => `/monitoring/v1/webhook/${webhook_id}`;
const post = (to: ApiUnderTest, { webhook_url }: Webhook) =>
  to.call('POST', new URL(webhook_url).pathname, { key: null, body: '{"alerts":[]}' });
const refusal = (status: number, code: string, field?: string) => ({
  status,
  body: expect.objectContaining({
    code,
    ...(field === undefined ? {} : { errors: [expect.objectContaining({ field })] }),
  }),
});

type Route = [Method, string, object?];

/** Every route on one webhook, with the change it asks for. */
const ROUTES: readonly Route[] = [
  ['GET', ''],
  ['PUT', '', { name: 'renamed' }],
  ['PUT', '/plugin', { upgrade_mode: 'MANUAL' }],
  ['POST', '/plugin/verify', {}],
  ['PUT', '/enable', {}],
  ['PUT', '/disable', {}],
  ['PUT', '/access-key/rotate', {}],
  ['DELETE', ''],
];
const COLLECTION: readonly Route[] = [
  ['POST', WEBHOOKS, request()],
  ['GET', WEBHOOKS],
  ['POST', `${WEBHOOKS}/search`, {}],
  ['POST', `${WEBHOOKS}/stat`, {}],
];

describe('every webhook route', () => {
  it.each(ROUTES)(
    '%s …%s: 400 for an id of another kind, 404 for another domain, a deleted one, none',
    async (method, end, body) => {
      const webhook = await create();
      const gone = await create();
      expect((await call('DELETE', pathOf(gone))).status).toBe(204);

      for (const id of ['x', newId('event')]) {
        const answer = await call(method, pathOf({ webhook_id: id }) + end, { body });
        expect(answer).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', 'webhook_id'));
      }
      const strangers: [string, string][] = [
        [webhook.webhook_id, keys.other],
        [gone.webhook_id, keys.ADMIN],
        [newId('webhook'), keys.ADMIN],
      ];
      for (const [webhook_id, key] of strangers) {
        const answer = await call(method, pathOf({ webhook_id }) + end, { body, key });
        expect(answer).toMatchObject(refusal(404, 'ERROR_NOT_FOUND'));
      }
      expect(await call('GET', pathOf(webhook))).toMatchObject({ status: 200, body: webhook });
    },
  );

  const stranger = pathOf({ webhook_id: newId('webhook') });
  const all: readonly Route[] = [
    ...ROUTES.map(([method, end, body]): Route => [method, stranger + end, body]),
    ...COLLECTION,
  ];
  it.each<Route>([...all])(
    '%s %s: 401 without a key, 403 with a key of another domain, 400 for an unknown field',
    async (method, path, body) => {
      expect((await call(method, path, { body, key: null })).status).toBe(401);
      const inQuery = `${path}?domain_id=d2`;
      expect(await call(method, inQuery, { body })).toMatchObject(refusal(403, 'ERROR_PERMISSION_DENIED'));
      const unknown =
        body === undefined
          ? await call(method, `${path}?colour=1`)
          : await call(method, path, { body: { ...body, colour: 1 } });
      expect(unknown).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', 'colour'));
    },
  );

  it('403: a VIEWER changes nothing and sees no secret', async () => {
    const webhook = await create();
    for (const [method, end, body] of ROUTES.filter(([, end]) => end !== '')) {
      expect((await call(method, pathOf(webhook) + end, { body, key: keys.VIEWER })).status).toBe(403);
    }
    expect((await call('POST', WEBHOOKS, { body: request(), key: keys.VIEWER })).status).toBe(403);

    const seen = await Promise.all([
      call('GET', pathOf(webhook), { key: keys.VIEWER }),
      call('GET', WEBHOOKS, { key: keys.VIEWER }),
    ]);
    for (const { status, body } of seen) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(webhook.access_key);
    }
  });
});

describe('POST /monitoring/v1/webhooks', () => {
  it('201: the whole record, with an address', async () => {
    const webhook = await create({ name: ' Ünïcode ', tags: { team: 'ops' }, settings: { max_rate: 5 } });

    expect(webhook).toEqual({
      webhook_id: expect.stringMatching(/^webhook_/),
      name: 'Ünïcode',
      state: 'ENABLED',
      access_key: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      webhook_url: `${PUBLIC_URL}${pathOf(webhook)}/${webhook.access_key}/events`,
      version: '1.0.0',
      plugin_info: { plugin_id: 'prometheus', version: '1.0.0', upgrade_mode: 'AUTO', options: {} },
      tags: { team: 'ops' },
      settings: {
        deduplicate: true,
        stale_after: 2_592_000,
        max_rate: 5,
        max_backlog: -1,
        signature: 'OPTIONAL',
      },
      health: { last_received_at: null, received_count: 0, failed_count: 0, backlog: 0, last_error: null },
      verification: null,
      project_id: 'p1',
      domain_id: 'd1',
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updated_at: webhook['created_at'],
    });
  });

  it.each<[string, object, string, string]>([
    ['no name', { name: undefined }, 'ERROR_REQUIRED_PARAMETER', 'name'],
    ['no project', { project_id: undefined }, 'ERROR_REQUIRED_PARAMETER', 'project_id'],
    ['no plugin', { plugin_info: {} }, 'ERROR_REQUIRED_PARAMETER', 'plugin_info.plugin_id'],
    [
      'an unknown plugin',
      { plugin_info: { plugin_id: 'x' } },
      'ERROR_INVALID_PARAMETER',
      'plugin_info.plugin_id',
    ],
    [
      'an unknown version',
      { plugin_info: { plugin_id: 'prometheus', version: '9.9.9' } },
      'ERROR_INVALID_PARAMETER',
      'plugin_info.version',
    ],
    [
      'a version with AUTO',
      { plugin_info: { plugin_id: 'prometheus', version: '1.0.0', upgrade_mode: 'AUTO' } },
      'ERROR_INVALID_PARAMETER',
      'plugin_info.version',
    ],
    [
      'a wrong option',
      { plugin_info: { plugin_id: 'prometheus', options: { colour: 1 } } },
      'ERROR_INVALID_PARAMETER',
      'plugin_info.options.colour',
    ],
    [
      'an unknown field',
      { plugin_info: { plugin_id: 'prometheus', colour: 1 } },
      'ERROR_INVALID_PARAMETER',
      'plugin_info.colour',
    ],
    ['a wrong setting', { settings: { stale_after: 1 } }, 'ERROR_INVALID_PARAMETER', 'settings.stale_after'],
    ['no limit by 0', { settings: { max_rate: 0 } }, 'ERROR_INVALID_PARAMETER', 'settings.max_rate'],
    ['a wrong project', { project_id: 'p 1' }, 'ERROR_INVALID_PARAMETER', 'project_id'],
    ['an empty name', { name: '  ' }, 'ERROR_INVALID_PARAMETER', 'name'],
    ['a wrong tag', { tags: { a: 1 } }, 'ERROR_INVALID_PARAMETER', 'tags'],
  ])('400: %s', async (_, changes, code, field) => {
    const answer = await call('POST', WEBHOOKS, { body: request(changes) });
    expect(answer).toMatchObject(refusal(400, code, field));
  });

  it('400: says what is allowed', async () => {
    const { body } = await call('POST', WEBHOOKS, { body: request({ plugin_info: { plugin_id: 'x' } }) });
    expect(body['detail']).toMatch(/plugin_info\.plugin_id must be one of .*prometheus/);
  });

  it('400: the root key must name the domain', async () => {
    const answer = await api.call('POST', WEBHOOKS, { body: request() });
    expect(answer).toMatchObject(refusal(400, 'ERROR_REQUIRED_PARAMETER', 'domain_id'));
    expect((await api.call('POST', WEBHOOKS, { body: request({ domain_id: 'd1' }) })).status).toBe(201);
  });

  it('409: the name is taken in the project; free again once deleted', async () => {
    const webhook = await create();
    const again = { body: request({ name: webhook.name }) };

    expect(await call('POST', WEBHOOKS, again)).toMatchObject(refusal(409, 'ERROR_NOT_UNIQUE', 'name'));
    await create({ name: webhook.name, project_id: 'p2' });
    await call('DELETE', pathOf(webhook));
    expect((await call('POST', WEBHOOKS, again)).status).toBe(201);
  });
});

describe('PUT /monitoring/v1/webhook/{webhook_id}', () => {
  it('200: changes what is given', async () => {
    const webhook = await create({ tags: { a: '1' } });
    const body = { name: `${webhook.name}!`, settings: { deduplicate: false } };
    const answer = await call('PUT', pathOf(webhook), { body });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...body, tags: { a: '1' }, access_key: webhook.access_key });
  });

  it('200: nothing given, nothing written', async () => {
    const webhook = await create();
    expect(await call('PUT', pathOf(webhook))).toMatchObject({ status: 200, body: webhook });
  });

  it('400: null; 409: a name that is taken', async () => {
    const [one, two] = [await create(), await create()];
    const renamed = (name: unknown) => call('PUT', pathOf(two), { body: { name } });

    expect(await renamed(null)).toMatchObject({ status: 400 });
    expect(await renamed(one.name)).toMatchObject(refusal(409, 'ERROR_NOT_UNIQUE', 'name'));
  });
});

describe('PUT /monitoring/v1/webhook/{webhook_id}/plugin', () => {
  it('200: pins a version, and turns to AUTO', async () => {
    const webhook = await create({ plugin_info: { plugin_id: 'grafana' } });
    const change = (body: object) => call('PUT', `${pathOf(webhook)}/plugin`, { body });
    const newest = webhook['version'];
    expect(newest).not.toBe('1.0.0');

    expect((await change({ version: '1.0.0' })).body).toMatchObject({
      version: '1.0.0',
      plugin_info: { version: '1.0.0', upgrade_mode: 'MANUAL' },
    });
    expect((await change({ upgrade_mode: 'NONE' })).body).toMatchObject({
      plugin_info: { upgrade_mode: 'MANUAL' },
    });
    expect((await change({ upgrade_mode: 'AUTO' })).body).toMatchObject({
      plugin_info: { version: '1.0.0', upgrade_mode: 'AUTO' },
    });
  });

  it('400: unknown version, version with AUTO, wrong option, another plugin', async () => {
    const webhook = await create();
    const change = (body: object) => call('PUT', `${pathOf(webhook)}/plugin`, { body });

    expect(await change({ version: '7.0.0' })).toMatchObject(
      refusal(400, 'ERROR_INVALID_PARAMETER', 'version'),
    );
    const both = { version: '1.0.0', upgrade_mode: 'AUTO' };
    expect(await change(both)).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', 'version'));
    const wrong = await change({ options: { colour: 1 } });
    expect(wrong).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', 'options.colour'));
    const moved = await change({ plugin_id: 'grafana' });
    expect(moved).toMatchObject(refusal(400, 'ERROR_INVALID_PARAMETER', 'plugin_id'));
  });
});

describe('POST /monitoring/v1/webhook/{webhook_id}/plugin/verify', () => {
  const verify = (webhook: Webhook, headers = {}) =>
    call('POST', `${pathOf(webhook)}/plugin/verify`, { headers });

  it('202: PENDING, and the last verification of the webhook', async () => {
    const webhook = await create();
    const { status, body } = await verify(webhook);

    expect(status).toBe(202);
    expect(body).toEqual({
      verification_id: expect.stringMatching(/^verification_/),
      state: 'PENDING',
      version: '1.0.0',
      checks: [],
      started_at: null,
      finished_at: null,
    });
    expect((await call('GET', pathOf(webhook))).body).toMatchObject({ verification: body });
  });

  it('202 when the time to wait ran out, 200 with the result before', async () => {
    const webhook = await create();
    const late = await verify(webhook, { prefer: 'wait=0' });
    expect(late).toMatchObject({ status: 202, headers: { 'preference-applied': 'wait=0' } });

    const waiting = verify(webhook, { prefer: 'wait=20' });
    await sleep(200);
    await sql(api.databaseUrl, `update verification set state = 'VERIFIED', finished_at = now()`);
    const answer = await waiting;
    expect(answer).toMatchObject({ status: 200, headers: { 'preference-applied': 'wait=20' } });
    expect(answer.body).toMatchObject({ state: 'VERIFIED', finished_at: expect.any(String) });
  });
});

describe('list, search and stat', () => {
  it('GET and POST give the same: filtered, paged, in the order of names', async () => {
    const project_id = 'listed';
    const names = ['c', 'a', 'b'];
    for (const name of names) await create({ name, project_id });
    const expected = { results: [{ name: 'b' }, { name: 'c' }], total_count: 3 };

    const listed = await call(
      'GET',
      `${WEBHOOKS}?project_id=${project_id}&query.page.start=2&query.only=name&query.page.limit=5`,
    );
    const body = { project_id, query: { page: { start: 2, limit: 5 }, only: ['name'] } };
    const searched = await call('POST', `${WEBHOOKS}/search`, { body });

    for (const answer of [listed, searched]) expect(answer).toMatchObject({ status: 200, body: expected });
    const none = await call<{ total_count: number }>(
      'GET',
      `${WEBHOOKS}?project_id=${project_id}&state=DISABLED`,
    );
    expect(none.body).toEqual({ results: [], total_count: 0 });
    expect((await call('GET', `${WEBHOOKS}?project_id=${project_id}&state=NONE`)).body).toMatchObject({
      total_count: 3,
    });
  });

  it('finds by the full key and by the full address', async () => {
    const webhook = await create();
    for (const filter of [{ access_key: webhook.access_key }, { webhook_url: webhook.webhook_url }]) {
      const { body } = await call<{ results: Webhook[] }>('POST', `${WEBHOOKS}/search`, { body: filter });
      expect(body.results.map(({ webhook_id }) => webhook_id)).toEqual([webhook.webhook_id]);
    }
  });

  it("never lists another domain's", async () => {
    const webhook = await create();
    const { body } = await call('POST', `${WEBHOOKS}/search`, {
      body: { webhook_id: webhook.webhook_id },
      key: keys.other,
    });
    expect(body).toEqual({ results: [], total_count: 0 });
  });

  it.each([
    ['only', '?query.only=colour'],
    ['query.page.limit', '?query.page.limit=1001'],
    ['query.page', '?query.page.start=99999&query.page.limit=1000'],
  ])('400: %s', async (field, query) => {
    expect(await call('GET', WEBHOOKS + query)).toMatchObject(refusal(400, 'ERROR_INVALID_QUERY', field));
  });

  it('counts both states', async () => {
    const { status, body } = await call('POST', `${WEBHOOKS}/stat`, { key: keys.other });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        { state: 'ENABLED', count: 0 },
        { state: 'DISABLED', count: 0 },
      ],
    });
  });
});

describe('the address of a webhook', () => {
  it('takes deliveries on another process as soon as it is created', async () => {
    const webhook = await create();
    expect((await post(second, webhook)).status).toBe(202);
  });

  it('says 404 alike for an unknown webhook, a wrong key and a deleted webhook', async () => {
    const [webhook, deleted] = [await create(), await create()];
    await call('DELETE', pathOf(deleted));
    const urls = [
      webhook.webhook_url.replace(webhook.access_key, 'wrong'),
      webhook.webhook_url.replace(webhook.webhook_id, newId('webhook')),
      deleted.webhook_url,
    ];
    const answers = await Promise.all(urls.map((webhook_url) => post(second, { ...webhook, webhook_url })));

    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect({ ...body, instance: '' }).toEqual({ ...answers[0]?.body, instance: '' });
    }
  });

  it('is closed on another process within a second, although that hears no notification, and opens again', async () => {
    const webhook = await create();
    await sleep(600);
    expect((await post(second, webhook)).status).toBe(202);
    const cut = await sql(
      api.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tocsin change listener' and datname = current_database()`,
    );
    expect(cut).toHaveLength(2);

    expect(await call('PUT', `${pathOf(webhook)}/disable`)).toMatchObject({
      status: 200,
      body: { state: 'DISABLED' },
    });
    const disabledAt = performance.now();
    let answer: Answer;
    do answer = await post(second, webhook);
    while (answer.status === 202);

    expect(performance.now() - disabledAt).toBeLessThan(1_000);
    expect(answer).toMatchObject(refusal(403, 'ERROR_WEBHOOK_DISABLED'));

    expect(await call('PUT', `${pathOf(webhook)}/enable`)).toMatchObject({
      status: 200,
      body: { state: 'ENABLED' },
    });
    expect((await call('PUT', `${pathOf(webhook)}/enable`)).status).toBe(200);
    await sleep(1_000);
    expect((await post(second, webhook)).status).toBe(202);
  });

  it('changes with the key; the old one lasts for the grace', async () => {
    const webhook = await create();
    const rotate = (body: object) => call('PUT', `${pathOf(webhook)}/access-key/rotate`, { body });

    const next = await rotate({ grace_seconds: 60 });
    expect(next.status).toBe(200);
    expect(next.body.access_key).not.toBe(webhook.access_key);
    expect((await post(second, webhook)).status).toBe(202);
    expect((await post(second, next.body)).status).toBe(202);

    const last = await rotate({});
    expect((await post(second, last.body)).status).toBe(202);
    await sleep(1_000);
    expect((await post(second, webhook)).status).toBe(404);
    expect((await post(second, next.body)).status).toBe(404);
    expect(await rotate({ grace_seconds: -1 })).toMatchObject(
      refusal(400, 'ERROR_INVALID_PARAMETER', 'grace_seconds'),
    );
  });
});
