import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Encryption } from '#shared/platform/encryption.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { rootApiKey, startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte));
const idOf = (key: Buffer | undefined) =>
  new Encryption({ encryptionKey: key ?? Buffer.alloc(0), oldEncryptionKey: null }).currentId;
const env = (current: Buffer | undefined, old?: Buffer) => ({
  ENCRYPTION_KEY: (current ?? Buffer.alloc(0)).toString('base64'),
  ...(old ? { ENCRYPTION_KEY_OLD: old.toString('base64') } : {}),
});

let database: TestDatabase;
const running: AppUnderTest[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(running.map((app) => app.kill()));
  await database.drop();
});

async function api(settings: Record<string, string>): Promise<AppUnderTest> {
  const started = await startApi({ databaseUrl: database.url, env: settings });
  running.push(started);
  return started;
}

/** Returns the columns with values that this key encrypted. It checks every bytea column, so that none is forgotten. */
async function findColumnsByKey(key: Buffer | undefined): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }>(
    database.url,
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea'`,
  );
  const counts = columns.map(({ table, column }) =>
    sql<{ found: string }>(
      database.url,
      `select '${table}.${column}' as found from ${table} where substr(${column}, 1, 4) = decode($1, 'hex')`,
      [idOf(key)],
    ),
  );
  return (await Promise.all(counts)).flat().map(({ found }) => found);
}

const headers = (idempotencyKey: string) => ({
  authorization: `Bearer ${rootApiKey}`,
  'idempotency-key': idempotencyKey,
});
const createKey = (url: string) =>
  call('POST', `${url}/identity/v1/api-keys`, { user_id: 'u', domain_id: 'demo' }, headers('once'));
const alarm = { event_key: 'disk', title: 'Disk full' };

describe('ENCRYPTION_KEY', () => {
  let webhooks: CreatedWebhook[];
  let created: Awaited<ReturnType<typeof createKey>>;
  let cursor: string;

  beforeAll(async () => {
    const before = await api(env(first));
    webhooks = [];
    for (let count = 0; count < 3; count++) webhooks.push(await createWebhook(before.url, 'direct'));
    const secret = new Encryption({ encryptionKey: first ?? Buffer.alloc(0), oldEncryptionKey: null });
    await sql(database.url, 'update webhook set secret_options = $1, signing_secrets = $2', [
      secret.encrypt('{"token":"s3cret"}'),
      secret.encrypt('["s3cret"]'),
    ]);
    created = await createKey(before.url);
    const page = await call<{ next_cursor: string }>('POST', `${before.url}/monitoring/v1/webhooks/search`, {
      domain_id: 'demo',
      query: { page: { limit: 1 } },
    });
    cursor = page.body.next_cursor;
    await before.stop();
  });

  it('re-encrypts secrets while both keys are set, after which the old key can be removed', async () => {
    expect(new Set(await findColumnsByKey(first))).toEqual(
      new Set([
        'webhook.access_key',
        'webhook.secret_options',
        'webhook.signing_secrets',
        'idempotency_key.answer',
        'encryption_key_check.sealed',
      ]),
    );
    const both = await api(env(second, first));
    for (const { path } of webhooks) expect((await call('POST', both.url + path, alarm)).status).toBe(202);
    expect((await createKey(both.url)).body).toEqual(created.body);
    const next = await call('POST', `${both.url}/monitoring/v1/webhooks/search`, {
      domain_id: 'demo',
      query: { page: { limit: 1, cursor } },
    });
    expect(next.status).toBe(200);

    const worker = await startWorker({ databaseUrl: database.url, env: env(second, first) });
    running.push(worker);
    await until(
      () => findColumnsByKey(first),
      (rows) => rows.length === 0,
    );
    await until(
      () => Promise.resolve(worker.logs()),
      (logs) => logs.includes('11 secrets were encrypted with the new key'),
    );
    expect(worker.logs()).not.toContain('s3cret');
    await Promise.all([both.stop(), worker.stop()]);

    const after = await api(env(second));
    for (const { webhook_id, webhook_url, path } of webhooks) {
      expect((await call('POST', after.url + path, alarm)).status).toBe(202);
      const at = `${after.url}/monitoring/v1/webhook/${webhook_id}?domain_id=demo`;
      const { body } = await call<CreatedWebhook>('GET', at);
      expect(body).toMatchObject({ plugin_info: { options: { token: '***' } } });
      expect(new URL(body.webhook_url).pathname).toBe(new URL(webhook_url).pathname);
    }
    expect((await createKey(after.url)).body).toEqual(created.body);
    await after.stop();
  });

  it('affects only the webhook whose secrets were encrypted with a missing key', async () => {
    const lost = new Encryption({ encryptionKey: third ?? Buffer.alloc(0), oldEncryptionKey: null });
    const [broken, ...others] = webhooks;
    const [row] = await sql<{ webhook_id: string }>(
      database.url,
      `update webhook set secret_options = $1, access_key = $2
       where webhook_id = (select webhook_id from webhook order by webhook_id limit 1) returning webhook_id`,
      [lost.encrypt('{"token":"t"}'), lost.encrypt('k')],
    );
    expect(row).toBeDefined();
    const worker = await startWorker({ databaseUrl: database.url, env: env(second) });
    const started = await api(env(second));
    running.push(worker);
    const posts = await Promise.all(
      [broken, ...others, broken, ...others].map((webhook) =>
        call('POST', started.url + String(webhook?.path), alarm),
      ),
    );
    expect(posts.map(({ status }) => status)).toEqual([503, 202, 202, 503, 202, 202]);
    expect(posts[0]?.headers.get('retry-after')).toBe('5');
    const wrong = await call(
      'POST',
      `${started.url}/monitoring/v1/webhook/${broken?.webhook_id}/wrong/events`,
      alarm,
    );
    expect(wrong.status).toBe(404);

    const list = await call<{ results: { health: { last_error: string | null } }[] }>(
      'GET',
      `${started.url}/monitoring/v1/webhooks?domain_id=demo`,
    );
    expect(list.status).toBe(200);
    const errors = list.body.results.map(({ health }) => health.last_error);
    expect(errors.filter((error) => error?.includes('another key'))).toHaveLength(1);
    const enable = await call('PUT', `${started.url}/monitoring/v1/webhook/${broken?.webhook_id}/enable`, {
      domain_id: 'demo',
    });
    expect([enable.status, enable.body]).toMatchObject([503, { code: 'ERROR_UNAVAILABLE' }]);
    await until(
      () => Promise.resolve(worker.logs()),
      (logs) => logs.includes('2 secrets were encrypted with a key that is not set'),
    );

    await Promise.all([started.stop(), worker.stop()]);
    const restored = await api(env(second, third));
    expect((await call('POST', restored.url + String(broken?.path), alarm)).status).toBe(202);
    await restored.stop();
  });
});
