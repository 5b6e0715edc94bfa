import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { SYSTEM_CLOCK } from '#test/retention-clock.js';
import { Encryption } from '../encryption.js';
import { IngestPool } from '../persistence/pools.js';
import { ResponseRetention, Idempotency } from './idempotency.js';

let database: TestDatabase;
let dataSource: DataSource;
let pool: IngestPool;
let idempotency: Idempotency;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  pool = new IngestPool({ connectionString: database.url, max: 1 });
  // The database is dropped while connections are still closing, which ends them with an error.
  pool.on('error', () => undefined);
  const encryption = new Encryption({ encryptionKey: randomBytes(32), oldEncryptionKey: null });
  idempotency = new Idempotency(dataSource, encryption);
});
afterAll(async () => {
  await pool.end();
  await dataSource.destroy();
  await database.drop();
});

const createRequest = (key: string) => ({ scope: ['caller'], key, body: '{}' });

it('deletes a stored response after 24 hours, even if its key is never sent again', async () => {
  for (const key of ['old', 'new']) await idempotency.run(createRequest(key), async () => ({ api_key: key }));
  await pool.query(`
    update idempotency_key set started_at = started_at - interval '24 hours'
    where digest = (select digest from idempotency_key order by started_at limit 1)`);
  await new ResponseRetention(pool, SYSTEM_CLOCK).enforce();
  const countRows = async () => (await pool.query('select from idempotency_key')).rowCount;
  expect(await countRows()).toBe(1);
  expect(await idempotency.run(createRequest('new'), async () => ({ api_key: 'another' }))).toEqual({
    api_key: 'new',
  });
});

it('deletes nothing because of a new request: the clock of the database may have leapt', async () => {
  const request = createRequest('of yesterday');
  await idempotency.run(request, async () => ({ api_key: 'first' }));
  const count = async () => (await pool.query('select from idempotency_key')).rowCount ?? 0;
  const before = await count();
  await pool.query(`update idempotency_key set started_at = started_at - interval '24 hours'`);
  await idempotency.run(createRequest('of today'), async () => ({ api_key: 'second' }));
  expect(await count()).toBe(before + 1);
  // An old key is free nevertheless.
  expect(await idempotency.run(request, async () => ({ api_key: 'third' }))).toEqual({ api_key: 'third' });
});

it('runs a request again that never ended and began while the clock of the database was ahead', async () => {
  const request = createRequest('stuck');
  const stuck = idempotency.run(request, () => new Promise<object>(() => undefined));
  stuck.catch(() => undefined);
  const countStuck = async () =>
    (await pool.query('select from idempotency_key where answer is null')).rowCount;
  await expect.poll(countStuck).toBe(1);
  await pool.query(
    `update idempotency_key set started_at = clock_timestamp() + interval '45 days' where answer is null`,
  );
  expect(await idempotency.run(request, async () => ({ api_key: 'again' }))).toEqual({ api_key: 'again' });
});

it('rejects with the error of the request, even if its key cannot be deleted', async () => {
  const query = vi.spyOn(dataSource, 'query');
  const work = async (): Promise<object> => {
    query.mockRejectedValueOnce(new Error('the database is away'));
    throw new Error('the quota is used up');
  };
  await expect(idempotency.run(createRequest('failing'), work)).rejects.toThrow('the quota is used up');
  query.mockRestore();
});
