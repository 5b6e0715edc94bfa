import { createPostgresBackend, Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#test/cli.js';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { encryptionKey, rootApiKey } from '#test/processes.js';
import { sql } from '#test/sql.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function queues() {
  const { out } = await runCli(['doctor', '--json'], {
    TOCSIN_URL: 'http://127.0.0.1:4',
    DATABASE_URL: database.url,
    ROOT_API_KEY: rootApiKey,
    ENCRYPTION_KEY: encryptionKey,
  });
  return (JSON.parse(out) as { check: string }[]).find(({ check }) => check === 'queues');
}

describe('tocsin doctor, of queues in PostgreSQL', () => {
  it('adds a job and takes it, and leaves nothing behind', async () => {
    expect(await queues()).toMatchObject({
      state: 'ok',
      message: 'in PostgreSQL: a job could be added and taken',
    });
    for (const table of ['job', 'event', 'meta'])
      expect(
        await sql(database.url, `select * from bullmq.${table} t where t::text like '%check-%'`),
      ).toEqual([]);
  });

  it('finds jobs that nobody takes', async () => {
    const connection = { connectionString: database.url };
    const queue = new Queue('deliveries', { connection }, createPostgresBackend);
    await queue.add('deliveries', {}, { timestamp: Date.parse('2026-11-20T10:00:00Z') });
    await queue.close();
    expect(await queues()).toMatchObject({
      state: 'warning',
      message: 'jobs wait: deliveries since 2026-11-20T10:00:00.000Z',
      remedy: expect.stringContaining('Start a worker') as string,
    });
  });

  it('finds what is not there', async () => {
    await sql(database.url, 'drop table bullmq.job cascade');
    expect(await queues()).toMatchObject({ state: 'bad', message: expect.any(String) as string });
    await sql(database.url, 'drop schema bullmq cascade');
    expect(await queues()).toMatchObject({
      state: 'bad',
      remedy: expect.stringContaining('npm run migrate') as string,
    });
  });
});
