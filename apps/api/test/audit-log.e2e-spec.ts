import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditBuffer } from '#shared/platform/audit/audit-log.js';
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

  const readEntries = async (key: string) => {
    await api.app.get(AuditBuffer, { strict: false }).write();
    const { body } = await api.call<{ results: Record<string, unknown>[] }>('GET', path, { key });
    return body.results.map(({ action, resource_type }) => `${String(action)} ${String(resource_type)}`);
  };

  it('records who gets tokens', async () => {
    const { key } = await createApiKey('ADMIN', 'd4');
    for (const token of ['/identity/v1/sign-in-token', '/monitoring/v1/stream-token'])
      expect((await post(token, {}, key)).status).toBe(200);
    expect((await readEntries(key)).slice(0, 2)).toEqual([
      'issue_stream_token stream_token',
      'issue_sign_in_token sign_in_token',
    ]);
  });

  it('records once an hour who reads an access key, not who reads other fields or a masked key', async () => {
    const { key } = await createApiKey('ADMIN', 'd5');
    const viewer = await createApiKey('VIEWER', 'd5');
    const webhooks = '/monitoring/v1/webhooks';
    const plugin_info = { plugin_id: 'prometheus' };
    // The response of a change contains the key as well, so that this is a read of the root key.
    const { body } = await post(webhooks, { name: 'w', project_id: 'p', plugin_info, domain_id: 'd5' });
    const at = `/monitoring/v1/webhook/${String(body.webhook_id)}`;
    await api.call('GET', at, { key: viewer.key });
    await api.call('GET', `${at}?only=name`, { key });
    await post(`${webhooks}/search`, { query: { only: ['name', 'health.backlog'] } }, key);
    const reads = async () => (await readEntries(key)).filter((entry) => entry === 'read_access_key webhook');
    expect(await reads()).toHaveLength(1);
    for (const read of [at, `${at}?only=webhook_url`, webhooks]) await api.call('GET', read, { key });
    expect(await reads()).toHaveLength(2);
    const other = await createApiKey('MEMBER', 'd5');
    await post(`${webhooks}/search`, { query: { only: ['access_key'] } }, other.key);
    expect(await reads()).toHaveLength(3);
  });

  it('records what is refused to a key, and the use of one that has ended', async () => {
    const { key } = await createApiKey('ADMIN', 'd6');
    const viewer = await createApiKey('VIEWER', 'd6');
    expect((await api.call('GET', path, { key: viewer.key })).status).toBe(403);
    expect((await api.call('GET', `${path}?domain_id=d1`, { key })).status).toBe(403);
    await put(`/identity/v1/api-key/${viewer.id}/disable`, key);
    expect((await api.call('GET', path, { key: viewer.key })).status).toBe(401);
    const refused = (await readEntries(key)).filter((entry) => /denied|failed/.test(entry));
    expect(refused.toSorted()).toEqual([
      'access_denied api_key',
      'access_denied api_key',
      'authentication_failed api_key',
    ]);
  });
});
