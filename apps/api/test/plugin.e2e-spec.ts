import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
let viewer: string;

beforeAll(async () => {
  api = await startApi();
  const body = { user_id: 'u1', domain_id: 'd1', role: 'VIEWER' };
  viewer = String((await api.call('POST', '/identity/v1/api-keys', { body })).body['api_key']);
});
afterAll(() => api.close());

const ALERT = {
  status: 'firing',
  labels: { alertname: 'DiskFull', severity: 'critical' },
  annotations: { summary: 'The disk is full' },
  startsAt: '2026-11-20T10:00:00Z',
  fingerprint: 'f00d',
};

describe('GET /monitoring/v1/plugins', () => {
  it('200: every plugin with its versions, for any key', async () => {
    for (const options of [{}, { key: viewer }]) {
      const { status, body } = await api.call('GET', '/monitoring/v1/plugins', options);
      expect(status).toBe(200);
      expect(body['results']).toContainEqual({
        plugin_id: 'prometheus',
        name: 'Prometheus Alertmanager',
        provider: 'prometheus',
        version: '1.1.0',
        versions: ['1.1.0', '1.0.0'],
      });
    }
  });

  it('401 without a key, 403 for another domain, 400 for an unknown field', async () => {
    expect((await api.call('GET', '/monitoring/v1/plugins', { key: null })).status).toBe(401);
    expect((await api.call('GET', '/monitoring/v1/plugins?domain_id=d2', { key: viewer })).status).toBe(403);
    expect((await api.call('GET', '/monitoring/v1/plugins?colour=1')).status).toBe(400);
  });
});

describe('GET /monitoring/v1/plugin/{plugin_id}', () => {
  const get = (path: string, key?: string | null) =>
    api.call('GET', `/monitoring/v1/plugin/${path}`, key === undefined ? {} : { key });

  it('200: options schema, guide and samples; an older version too', async () => {
    const { status, body } = await get('grafana', viewer);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      options_schema: { type: 'object' },
      docs: expect.stringContaining('Grafana'),
    });
    expect(body['samples']).not.toHaveLength(0);
    expect((await get('grafana?version=1.0.0')).body).toMatchObject({ version: '1.0.0' });
  });

  it('200: with a marker, samples with the present time and a key of their own', async () => {
    const readEvents = async (marker: string) => {
      const samples = (await get(`direct?marker=${marker}`, viewer)).body['samples'] as { body: string }[];
      return samples.map(({ body }) => JSON.parse(body) as Record<string, string>);
    };
    const [firing, resolved] = await readEvents('one');
    expect(resolved?.['event_key']).toBe(firing?.['event_key']);
    expect((await readEvents('two'))[0]?.['event_key']).not.toBe(firing?.['event_key']);
    expect(Date.now() - Date.parse(firing?.['occurred_at'] ?? '')).toBeLessThan(60_000);
  });

  it('400 for an unknown version, 401 without a key, 404 for an unknown plugin', async () => {
    expect((await get('grafana?version=9.0.0')).body).toMatchObject({
      status: 400,
      errors: [{ field: 'version' }],
    });
    expect((await get('grafana', null)).status).toBe(401);
    expect((await get('unknown')).body).toMatchObject({ status: 404, code: 'ERROR_NOT_FOUND' });
  });
});

describe('POST /monitoring/v1/plugin/{plugin_id}/preview', () => {
  const preview = (plugin_id: string, body: unknown, query = '', headers = {}, key = viewer) =>
    api.call('POST', `/monitoring/v1/plugin/${plugin_id}/preview${query}`, { body, headers, key });

  it('200: returns the outcomes of the payload, whatever its content type', async () => {
    const { status, body } = await preview('prometheus', { alerts: [ALERT] }, '', {
      'content-type': 'text/plain',
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      plugin_id: 'prometheus',
      version: '1.1.0',
      outcomes: [
        {
          outcome: 'EVENT',
          event: { event_key: 'f00d', event_type: 'ALERT', severity: 'CRITICAL', title: 'The disk is full' },
        },
      ],
    });
  });

  it('200: applies version and options of the query string', async () => {
    const response = await preview('grafana', '{}', `?version=1.0.0&options=${encodeURIComponent('{}')}`);
    expect(response).toMatchObject({
      status: 200,
      body: { version: '1.0.0', outcomes: [{ outcome: 'ERROR' }] },
    });
  });

  it('keeps every digit of a number', async () => {
    const text = JSON.stringify({ alerts: [ALERT] }).replace('"f00d"', '"f00d","n":12345678901234567890.10');
    const response = await fetch(`${api.url}/monitoring/v1/plugin/prometheus/preview`, {
      method: 'POST',
      body: text,
      headers: { authorization: `Bearer ${viewer}` },
    });
    expect(await response.text()).toContain('12345678901234567890.10');
  });

  it.each([
    [
      'a wrong option',
      'prometheus',
      '{}',
      `?options=${encodeURIComponent('{"colour":1}')}`,
      'options.colour',
    ],
    ['options that are no JSON', 'prometheus', '{}', '?options=x', 'options'],
    ['an unknown version', 'prometheus', '{}', '?version=9.0.0', 'version'],
    ['an unknown field', 'prometheus', '{}', '?colour=1', 'colour'],
    ['a body that cannot be read', 'prometheus', '""', '', 'data'],
  ])('400: %s', async (_, plugin_id, body, query, field) => {
    const response = await preview(plugin_id, body, query);
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it('401 without a key, 404 for an unknown plugin', async () => {
    const path = '/monitoring/v1/plugin/prometheus/preview';
    expect((await api.call('POST', path, { key: null, body: '{}' })).status).toBe(401);
    expect((await preview('unknown', '{}')).status).toBe(404);
  });
});

describe('POST /monitoring/v1/webhook/{webhook_id}/plugin/preview and /compare', () => {
  const create = async (plugin_info: object, name: string) => {
    const body = { name, project_id: 'p1', domain_id: 'd1', plugin_info };
    return api.call('POST', '/monitoring/v1/webhooks', { body });
  };
  const fields = { event_key: 'host', title: 'text & "!"' };

  it('200: apply plugin, version and options of the webhook, or those of the request', async () => {
    const webhook = (await create({ plugin_id: 'mapping', options: { fields } }, 'mapped')).body;
    const path = `/monitoring/v1/webhook/${String(webhook['webhook_id'])}/plugin/preview`;
    const body = '{"host":"db-1","text":"full"}';
    expect(await api.call('POST', path, { body, key: viewer })).toMatchObject({
      status: 200,
      body: {
        plugin_id: 'mapping',
        version: '1.1.0',
        outcomes: [{ outcome: 'EVENT', event: { event_key: 'db-1', title: 'full!' } }],
      },
    });
    const options = encodeURIComponent(JSON.stringify({ fields: { ...fields, rule: '"r" &' } }));
    expect(await api.call('POST', `${path}?options=${options}`, { body, key: viewer })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'options.fields.rule', reason: expect.stringMatching(/position \d+/) }] },
    });
    const compare = path.replace('preview', 'compare');
    expect(await api.call('POST', compare, { body: { version: '1.0.0' }, key: viewer })).toMatchObject({
      status: 200,
      body: { compared_version: '1.0.0', deliveries: 0, worse: false, results: [] },
    });
    for (const [query, field] of [
      [{ version: '7.0.0' }, 'version'],
      [{}, 'version'],
    ] as const)
      expect(await api.call('POST', compare, { body: query, key: viewer })).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
  });

  it('200: events have the labels of the settings over those of the sender', async () => {
    const { body: webhook } = await create({ plugin_id: 'direct' }, 'labelled');
    const path = `/monitoring/v1/webhook/${String(webhook['webhook_id'])}`;
    const settings = { labels: { team: 'db', site: 'eu' } };
    expect((await api.call('PUT', path, { body: { domain_id: 'd1', settings } })).status).toBe(200);
    const body = { event_key: 'a', title: 't', labels: { team: 'of the sender', host: 'h1' } };
    expect(await api.call('POST', `${path}/plugin/preview`, { body, key: viewer })).toMatchObject({
      status: 200,
      body: { outcomes: [{ event: { labels: { team: 'db', site: 'eu', host: 'h1' } } }] },
    });
  });

  it('404 for a webhook of another domain, 401 without a key', async () => {
    const webhook = (await create({ plugin_id: 'direct' }, 'of d1')).body;
    const other = { user_id: 'u2', domain_id: 'd2', role: 'ADMIN' };
    const key = String((await api.call('POST', '/identity/v1/api-keys', { body: other })).body['api_key']);
    for (const what of ['preview', 'compare']) {
      const path = `/monitoring/v1/webhook/${String(webhook['webhook_id'])}/plugin/${what}`;
      const body = { version: '1.0.0' };
      expect((await api.call('POST', path, { body, key })).status).toBe(404);
      expect((await api.call('POST', path, { body, key: null })).status).toBe(401);
    }
  });

  it.each([
    ['an unknown plugin', { plugin_id: 'nobody' }, 'plugin_info.plugin_id', /^must be one of/],
    [
      'an unknown version',
      { plugin_id: 'direct', version: '9.9.9' },
      'plugin_info.version',
      /^must be one of/,
    ],
    [
      'options against the schema',
      { plugin_id: 'mapping', options: { fields: {}, x: 1 } },
      'plugin_info.options.x',
      /unknown/,
    ],
    [
      'an expression that does not compile',
      { plugin_id: 'mapping', options: { fields: { ...fields, title: 'a & & b' } } },
      'plugin_info.options.fields.title',
      /position \d+/,
    ],
    [
      'a remote address that is not allowed',
      {
        plugin_id: 'http',
        options: { url: 'http://169.254.169.254/latest', secret: `whsec_${'A'.repeat(32)}` },
      },
      'plugin_info.options.url',
      /not public/,
    ],
    [
      'a secret that is none',
      { plugin_id: 'http', options: { url: 'https://plugin.example.com', secret: 'x' } },
      'plugin_info.options.secret',
      /pattern/,
    ],
  ])('400 when a webhook is created with %s', async (name, plugin_info, field, reason) => {
    const { status, body } = await create(plugin_info, name);
    expect(status).toBe(400);
    expect(body['errors']).toContainEqual({ field, reason: expect.stringMatching(reason) });
  });

  it('400 when a webhook is updated with an expression that does not compile', async () => {
    const webhook = (await create({ plugin_id: 'mapping', options: { fields } }, 'to be changed')).body;
    const path = `/monitoring/v1/webhook/${String(webhook['webhook_id'])}/plugin`;
    const body = { options: { fields: { ...fields, severity: '(' } }, domain_id: 'd1' };
    expect(await api.call('PUT', path, { body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'options.fields.severity' }] },
    });
  });
});
