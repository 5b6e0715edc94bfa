import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const path = '/identity/v1/audit-logs';
let api: ApiUnderTest;
const secrets: string[] = [];

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const post = (to: string, body: object, key?: string) =>
  api.call('POST', to, { body, ...(key ? { key } : {}) });
const put = (to: string, key: string) => api.call('PUT', to, { key });

async function createApiKey(role: string, domain_id = 'd1') {
  const { body } = await post('/identity/v1/api-keys', { user_id: `u-${role}`, domain_id, role });
  secrets.push(String(body.api_key));
  return { id: String(body.api_key_id), key: String(body.api_key) };
}

describe('the audit log', () => {
  it('records user, action and record of the changes in every context, and no secret', async () => {
    const admin = await createApiKey('ADMIN');
    const { body: webhook } = await post(
      '/monitoring/v1/webhooks',
      { name: 'w', project_id: 'p', plugin_info: { plugin_id: 'prometheus' } },
      admin.key,
    );
    secrets.push(String(webhook.access_key));
    const at = `/monitoring/v1/webhook/${String(webhook.webhook_id)}`;
    for (const verb of ['disable', 'disable', 'enable', 'access-key/rotate'])
      await put(`${at}/${verb}`, admin.key);
    await api.call('POST', `${at}/plugin/verify`, { key: admin.key, body: {} });
    await api.call('DELETE', at, { key: admin.key });
    const { body: quota } = await post(
      '/notification/v1/quotas',
      { protocol_id: 'sms', limit: {} },
      admin.key,
    );
    const quotaAt = `/notification/v1/quota/${String(quota.quota_id)}`;
    await api.call('PUT', quotaAt, { key: admin.key, body: { limit: { day: 3 } } });
    await api.call('DELETE', quotaAt, { key: admin.key });

    const { body } = await api.call<{ results: Record<string, unknown>[] }>('GET', path, { key: admin.key });
    const done = body.results.map(
      ({ action, resource_type }) => `${String(resource_type)} ${String(action)}`,
    );
    expect(done.toReversed()).toEqual([
      'api_key create',
      'webhook create',
      'webhook disable',
      'webhook enable',
      'webhook rotate',
      'webhook verify_plugin',
      'webhook delete',
      'quota create',
      'quota update',
      'quota delete',
    ]);
    expect(body.results.at(-2)).toEqual({
      audit_id: expect.stringMatching(/^audit_/),
      action: 'create',
      resource_type: 'webhook',
      resource_id: webhook.webhook_id,
      user_id: 'u-ADMIN',
      api_key_id: admin.id,
      root: false,
      address: '127.0.0.1',
      domain_id: 'd1',
      created_at: expect.any(String),
    });
    expect(body.results.at(-1)).toMatchObject({ root: true, user_id: null, api_key_id: null });
    const found = await post(`${path}/search`, { action: 'rotate', resource_type: 'webhook' }, admin.key);
    expect(found.body).toMatchObject({ total_count: 1 });

    const stored = JSON.stringify(await sql(api.databaseUrl, 'select * from audit_log'));
    for (const secret of secrets) expect(stored).not.toContain(secret);
  });

  it('can be read only by an ADMIN, and only for the own domain', async () => {
    for (const role of ['MEMBER', 'VIEWER']) {
      expect((await api.call('GET', path, { key: (await createApiKey(role)).key })).status).toBe(403);
    }
    const { key } = await createApiKey('ADMIN', 'd2');
    expect((await api.call('GET', path, { key })).body).toMatchObject({ total_count: 1 });
    expect((await api.call('GET', `${path}?domain_id=d1`, { key })).status).toBe(403);
  });

  it('has no entry for a rejected change', async () => {
    const { key } = await createApiKey('ADMIN', 'd3');
    await post('/notification/v1/quotas', { protocol_id: 'sms', limit: {} }, key);
    expect((await post('/notification/v1/quotas', { protocol_id: 'sms', limit: {} }, key)).status).toBe(409);
    expect((await api.call('GET', path, { key })).body).toMatchObject({ total_count: 2 });
  });
});
