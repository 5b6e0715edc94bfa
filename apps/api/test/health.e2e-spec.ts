import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Readiness } from '#shared/platform/health/readiness.js';
import { startTestServer, type TestServer } from '#test/database.js';
import { sql } from '#test/sql.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

let server: TestServer;
let api: ApiUnderTest;

beforeEach(async () => {
  server = await startTestServer();
  api = await startApi({ DATABASE_URL: server.url });
});
afterEach(async () => {
  await api.close();
  await server.close();
});

const ready = () => api.call('GET', '/health/ready', { key: null });
const live = () => api.call('GET', '/health/live', { key: null });

describe('health', () => {
  it('needs no key, and is not ready without migrations or database and while draining', async () => {
    expect(await live()).toMatchObject({ status: 200, body: { status: 'ok' } });
    await sql(server.url, `update migration_identity set name = 'x' || name`);
    expect(await ready()).toMatchObject({
      status: 503,
      body: { detail: expect.stringMatching(/^The database lacks \d+ migrations$/) },
    });
    await sql(server.url, `update migration_identity set name = substr(name, 2)`);
    const { status, body } = await ready();
    // Without SPOOL_DIR there is no spool to tell of.
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', database: 'ok' } });

    const database = new URL(server.url).pathname.slice(1);
    // Existing connections keep the old default, so they are terminated.
    const reconnect = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`;
    await sql(server.url, `alter database ${database} set default_transaction_read_only = on`);
    await sql(server.url, reconnect);
    // The service makes each of its sessions read-write itself.
    await expect.poll(async () => (await ready()).status).toBe(200);
    await sql(
      server.url,
      `begin read write; alter database ${database} reset default_transaction_read_only; commit`,
    );
    await sql(server.url, reconnect);
    await expect.poll(async () => (await ready()).status).toBe(200);

    await server.postgres.kill();
    expect(await ready()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { code: 'ERROR_UNAVAILABLE', detail: 'The database does not answer' },
    });
    expect((await live()).status).toBe(200);
    const create = { body: { user_id: 'u1', domain_id: 'd1' } };
    expect(await api.call('POST', '/identity/v1/api-keys', create)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'ERROR_UNAVAILABLE' },
    });

    await server.postgres.start();
    await expect.poll(async () => (await ready()).status, { timeout: 5000 }).toBe(200);
    expect((await api.call('POST', '/identity/v1/api-keys', create)).status).toBe(201);

    api.app.get(Readiness).drain();
    expect(await ready()).toMatchObject({ status: 503, headers: { connection: 'close' } });
    expect((await live()).headers.connection).toBe('close');
  });
});
