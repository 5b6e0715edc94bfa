import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => void (api = await startApi({ NOTIFICATION_ALLOW: '192.0.2.1' })));
afterAll(() => api.close());

const SECRETS_OF = { webhook: ['access_key'], subscription: ['secret_options', 'signing_secrets'] } as const;
const CREATED = {
  webhook: {
    path: '/monitoring/v1/webhooks',
    body: { project_id: 'p', plugin_info: { plugin_id: 'direct' } },
  },
  subscription: {
    path: '/notification/v1/subscriptions',
    body: { protocol_id: 'webhook', options: { url: 'https://192.0.2.1/alerts', headers: { a: 'b' } } },
  },
};

it.each(['webhook', 'subscription'] as const)(
  'a %s whose secrets cannot be decrypted can be shown, disabled and deleted, and nothing else',
  async (kind) => {
    const { path, body } = CREATED[kind];
    const created = await api.call<Record<string, string>>('POST', path, {
      body: { domain_id: 'd1', name: 'unreadable', ...body },
    });
    expect(created.status).toBe(201);
    const garbled = SECRETS_OF[kind].map((column) => `${column} = '\\x00'`).join(', ');
    await sql(api.databaseUrl, `update ${kind} set ${garbled}`);
    const record = `${path.slice(0, -1)}/${created.body[`${kind}_id`]}`;

    expect((await api.call('GET', `${record}?domain_id=d1`)).status).toBe(200);
    const disabled = await api.call('PUT', `${record}/disable?domain_id=d1`);
    expect(disabled).toMatchObject({ status: 200, body: { state: 'DISABLED' } });
    const enabled = await api.call<{ detail: string }>('PUT', `${record}/enable?domain_id=d1`);
    expect([enabled.status, enabled.body.detail]).toEqual([
      503,
      `The secrets of this ${kind} cannot be read`,
    ]);
    const kept = await sql<Record<string, Buffer>>(
      api.databaseUrl,
      `select ${SECRETS_OF[kind].join()} from ${kind}`,
    );
    for (const column of SECRETS_OF[kind]) expect(kept[0]?.[column]).toEqual(Buffer.from([0]));
    expect((await api.call('DELETE', `${record}?domain_id=d1`)).status).toBe(204);
  },
);
