import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { createVanishingDatabase, type VanishingDatabase } from '#test/vanishing-database.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { inTransaction } from './in-transaction.js';
import { IngestPool, QueryPool } from './pools.js';

const READ_ONLY = 'set session characteristics as transaction read only';
const WRITE = 'delete from change_log where false';

let database: TestDatabase;
let connected: VanishingDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());
beforeEach(async () => void (connected = await createVanishingDatabase(database.url, 60_000)));
afterEach(() => connected.close());

const inPool = (pool: Pool) => ({
  query: (text: string) => pool.query(text),
  write: () => inTransaction(pool, (client) => client.query(WRITE)),
});
const managing = (dataSource: DataSource) => ({
  query: (text: string) => dataSource.query(text),
  write: () => dataSource.transaction((manager) => manager.query(WRITE)),
});

it.each([
  ['of the ingest pool', () => inPool(connected.app.get(IngestPool))],
  ['of the query pool', () => inPool(connected.app.get(QueryPool))],
  ['of the DataSource', () => managing(connected.app.get(DataSource))],
])('replaces a read-only connection %s after a failed write', async (_what, of) => {
  const { query, write } = of();
  await query(READ_ONLY);
  const refused: unknown = await write().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: '25006' });
  expect(isDatabaseUnavailable(refused)).toBe(true);
  await write();
});
