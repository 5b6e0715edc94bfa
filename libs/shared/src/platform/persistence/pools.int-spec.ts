import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { IngestPool, disableNamedStatements } from './pools.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

/** Runs a named statement, and returns the names of the statements prepared on the only connection of the pool. */
async function listPreparedStatements(pool: IngestPool): Promise<string[]> {
  pool.on('error', () => undefined);
  await pool.query({ name: 'named', text: 'select $1::int as n', values: [1] });
  const { rows } = await pool.query<{ name: string }>('select name from pg_prepared_statements');
  await pool.end();
  return rows.map(({ name }) => name);
}

it('prepares named statements only on connections on which they are not disabled', async () => {
  const direct = new IngestPool({ connectionString: database.url, max: 1 });
  const pooled = new IngestPool({ connectionString: database.url, max: 1 });
  pooled.on('connect', disableNamedStatements);
  expect(await listPreparedStatements(direct)).toEqual(['named']);
  expect(await listPreparedStatements(pooled)).toEqual([]);
});
