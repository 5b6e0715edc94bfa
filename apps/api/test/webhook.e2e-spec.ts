import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#test/client.js';
import { sql } from '#test/sql.js';
import {
  createWebhookRequest,
  webhookPath,
  PUBLIC_URL,
  matchProblem,
  startWebhookApi,
  WEBHOOKS,
  type Webhook,
  type WebhookApi,
} from './webhooks-under-test.js';

let subject: WebhookApi;
const call: WebhookApi['call'] = (...asked) => subject.call(...asked);
const create: WebhookApi['create'] = (changes) => subject.create(changes);

beforeAll(async () => {
  subject = await startWebhookApi();
});
afterAll(() => subject.api.close());

describe('POST /monitoring/v1/webhooks', () => {
  it('201: the whole record, with an address', async () => {
    const webhook = await create({ name: ' Ünïcode ', tags: { team: 'ops' }, settings: { max_rate: 5 } });

    expect(webhook).toEqual({
      webhook_id: expect.stringMatching(/^webhook_/),
      name: 'Ünïcode',
      state: 'ENABLED',
      access_key: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      access_key_last_used_at: null,
      previous_access_key: null,
      webhook_url: `${PUBLIC_URL}${webhookPath(webhook)}/${webhook.access_key}/events`,
      version: '1.1.0',
      plugin_info: { plugin_id: 'prometheus', version: '1.1.0', upgrade_mode: 'AUTO', options: {} },
      tags: { team: 'ops' },
      settings: {
        deduplicate: true,
        stale_after: 2_592_000,
        max_rate: 5,
        max_backlog: -1,
        default_severity: 'AUTO',
        labels: {},
        heartbeat: null,
        heartbeats: 'MANUAL',
        heartbeat_of: null,
        flap: { count: 5, window: 3600 },
        signature: {
          scheme: 'NONE',
          required: true,
          tolerance: 300,
          header: null,
          timestamp_header: null,
          secrets: [],
        },
      },
      health: {
        last_received_at: null,
        received_count: 0,
        failed_count: 0,
        refused_count: 0,
        refused: [],
        unkept_count: 0,
        fallback_count: 0,
        last_fallback: null,
        backlog: 0,
        lag_ms: 0,
        last_error: null,
        upgrade: null,
      },
      verification: null,
      managed_by: null,
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
    [
      'an unknown severity',
      { settings: { default_severity: 'high' } },
      'ERROR_INVALID_PARAMETER',
      'settings.default_severity',
    ],
    [
      'a flap count below the minimum',
      { settings: { flap: { count: 1, window: 60 } } },
      'ERROR_INVALID_PARAMETER',
      'settings.flap.count',
    ],
    ['a rate limit of 0', { settings: { max_rate: 0 } }, 'ERROR_INVALID_PARAMETER', 'settings.max_rate'],
    ['a wrong project', { project_id: 'p 1' }, 'ERROR_INVALID_PARAMETER', 'project_id'],
    ['an empty name', { name: '  ' }, 'ERROR_INVALID_PARAMETER', 'name'],
    ['a wrong tag', { tags: { a: 1 } }, 'ERROR_INVALID_PARAMETER', 'tags'],
  ])('400: %s', async (_, changes, code, field) => {
    const response = await call('POST', WEBHOOKS, { body: createWebhookRequest(changes) });
    expect(response).toMatchObject(matchProblem(400, code, field));
  });

  it.each([
    [{ count: 51, window: 3600 }, 'settings.flap.count must be a whole number from 2 to 50'],
    [{ count: 5, window: 86_401 }, 'settings.flap.window must be a whole number from 60 to 86400'],
    [{ count: 5 }, 'settings.flap.window is required'],
  ])('400: names the invalid field of the flap setting %j', async (flap, detail) => {
    const { status, body } = await call('POST', WEBHOOKS, {
      body: createWebhookRequest({ settings: { flap } }),
    });
    expect([status, body['detail']]).toEqual([400, expect.stringContaining(detail)]);
  });

  it('400: lists the plugins that exist', async () => {
    const { body } = await call('POST', WEBHOOKS, {
      body: createWebhookRequest({ plugin_info: { plugin_id: 'x' } }),
    });
    expect(body['detail']).toMatch(/plugin_info\.plugin_id must be one of .*prometheus/);
  });

  it('400: the root key must name the domain', async () => {
    const response = await subject.api.call('POST', WEBHOOKS, { body: createWebhookRequest() });
    expect(response).toMatchObject(matchProblem(400, 'ERROR_REQUIRED_PARAMETER', 'domain_id'));
    expect(
      (await subject.api.call('POST', WEBHOOKS, { body: createWebhookRequest({ domain_id: 'd1' }) })).status,
    ).toBe(201);
  });

  it('409: the name is taken in the project; free again once deleted', async () => {
    const webhook = await create();
    const again = { body: createWebhookRequest({ name: webhook.name }) };

    expect(await call('POST', WEBHOOKS, again)).toMatchObject(matchProblem(409, 'ERROR_NOT_UNIQUE', 'name'));
    await create({ name: webhook.name, project_id: 'p2' });
    await call('DELETE', webhookPath(webhook));
    expect((await call('POST', WEBHOOKS, again)).status).toBe(201);
  });
});

describe('PUT /monitoring/v1/webhook/{webhook_id}', () => {
  it('200: changes only the given fields', async () => {
    const webhook = await create({ tags: { a: '1' } });
    const body = { name: `${webhook.name}!`, settings: { deduplicate: false } };
    const response = await call('PUT', webhookPath(webhook), { body });

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ ...body, tags: { a: '1' }, access_key: webhook.access_key });
  });

  it('200: returns the unchanged webhook if no field is given', async () => {
    const webhook = await create();
    expect(await call('PUT', webhookPath(webhook))).toMatchObject({ status: 200, body: webhook });
  });

  it('400 for null as the name, 409 for a name that is taken', async () => {
    const [one, two] = [await create(), await create()];
    const renamed = (name: unknown) => call('PUT', webhookPath(two), { body: { name } });

    expect(await renamed(null)).toMatchObject({ status: 400 });
    expect(await renamed(one.name)).toMatchObject(matchProblem(409, 'ERROR_NOT_UNIQUE', 'name'));
  });
});

describe('PUT /monitoring/v1/webhook/{webhook_id}/plugin', () => {
  it('200: pins a version, and turns to AUTO', async () => {
    const webhook = await create({ plugin_info: { plugin_id: 'grafana' } });
    const change = (body: object) => call('PUT', `${webhookPath(webhook)}/plugin`, { body });
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
    const change = (body: object) => call('PUT', `${webhookPath(webhook)}/plugin`, { body });

    expect(await change({ version: '7.0.0' })).toMatchObject(
      matchProblem(400, 'ERROR_INVALID_PARAMETER', 'version'),
    );
    const both = { version: '1.0.0', upgrade_mode: 'AUTO' };
    expect(await change(both)).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'version'));
    const wrong = await change({ options: { colour: 1 } });
    expect(wrong).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'options.colour'));
    const moved = await change({ plugin_id: 'grafana' });
    expect(moved).toMatchObject(matchProblem(400, 'ERROR_INVALID_PARAMETER', 'plugin_id'));
  });
});

describe('POST /monitoring/v1/webhook/{webhook_id}/plugin/verify', () => {
  const verify = (webhook: Webhook, headers = {}) =>
    call('POST', `${webhookPath(webhook)}/plugin/verify`, { headers });

  it('202: creates a PENDING verification, which the webhook returns as its last one', async () => {
    const webhook = await create();
    const { status, body } = await verify(webhook);

    expect(status).toBe(202);
    expect(body).toEqual({
      verification_id: expect.stringMatching(/^verification_/),
      state: 'PENDING',
      version: '1.1.0',
      checks: [],
      started_at: null,
      finished_at: null,
    });
    expect((await call('GET', webhookPath(webhook))).body).toMatchObject({ verification: body });
  });

  it('202 if the wait of Prefer ends first, 200 if the result arrives before', async () => {
    const webhook = await create();
    const late = await verify(webhook, { prefer: 'wait=0' });
    expect(late).toMatchObject({ status: 202, headers: { 'preference-applied': 'wait=0' } });

    const waiting = verify(webhook, { prefer: 'wait=20' });
    const answered = waiting.then(() => true);
    // Repeated, because the verification may be requested at any time.
    const verified = `update verification set state = 'VERIFIED', finished_at = now() where state = 'PENDING'`;
    await until(async () => {
      await sql(subject.api.databaseUrl, verified);
      return Promise.race([answered, sleep(50, false)]);
    }, Boolean);
    const response = await waiting;
    expect(response).toMatchObject({ status: 200, headers: { 'preference-applied': 'wait=20' } });
    expect(response.body).toMatchObject({ state: 'VERIFIED', finished_at: expect.any(String) });
  });
});

describe('changes of the state of a webhook', () => {
  it('apply to deliveries as soon as disable, enable or delete is answered', async () => {
    const body = { version: '4', alerts: [{ status: 'firing', labels: { alertname: 'Disk' } }] };
    for (let round = 0; round < 10; round += 1) {
      const webhook = await create();
      const { pathname } = new URL(webhook.webhook_url);
      const post = async () => (await subject.api.call('POST', pathname, { key: null, body })).status;
      const responses = [await post()];
      for (const verb of ['disable', 'enable']) {
        await call('PUT', `${webhookPath(webhook)}/${verb}`);
        responses.push(await post());
      }
      await call('DELETE', webhookPath(webhook));
      responses.push(await post());
      expect(responses).toEqual([202, 403, 202, 404]);
    }
  });
});
