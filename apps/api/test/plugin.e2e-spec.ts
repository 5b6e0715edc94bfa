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
        version: '1.0.0',
        versions: ['1.0.0'],
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

  it('200: what the payload would become, whatever its content type', async () => {
    const { status, body } = await preview('prometheus', { alerts: [ALERT] }, '', {
      'content-type': 'text/plain',
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      plugin_id: 'prometheus',
      version: '1.0.0',
      outcomes: [
        {
          outcome: 'EVENT',
          event: { event_key: 'f00d', event_type: 'ALERT', severity: 'CRITICAL', title: 'The disk is full' },
        },
      ],
    });
  });

  it('200: another version and options in the query string', async () => {
    const answer = await preview('grafana', '{}', `?version=1.0.0&options=${encodeURIComponent('{}')}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { version: '1.0.0', outcomes: [{ outcome: 'ERROR' }] },
    });
  });

  it('keeps every digit', async () => {
    const text = JSON.stringify({ alerts: [ALERT] }).replace('"f00d"', '"f00d","n":12345678901234567890.10');
    const answer = await fetch(`${api.url}/monitoring/v1/plugin/prometheus/preview`, {
      method: 'POST',
      body: text,
      headers: { authorization: `Bearer ${viewer}` },
    });
    expect(await answer.text()).toContain('12345678901234567890.10');
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
    ['a body that cannot be read', 'prometheus', '{', '', 'data'],
  ])('400: %s', async (_, plugin_id, body, query, field) => {
    const answer = await preview(plugin_id, body, query);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it('401 without a key, 404 for an unknown plugin', async () => {
    const path = '/monitoring/v1/plugin/prometheus/preview';
    expect((await api.call('POST', path, { key: null, body: '{}' })).status).toBe(401);
    expect((await preview('unknown', '{}')).status).toBe(404);
  });
});
