import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { requireOwnDatabase } from './own-database.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const subscribe = (domain_id: string) =>
  pool.query(
    `insert into subscription (subscription_id, domain_id, name, state, protocol_id, options, kinds, filter, filter_or,
       active_since, created_at, updated_at)
     values (gen_random_uuid(), $1, 'ops', 'ENABLED', 'slack', '{}', '[]', '[]', '[]', now(), now(), now())`,
    [domain_id],
  );

it('refuses a database with records of other domains', async () => {
  await requireOwnDatabase(database.url);
  await subscribe('demo');
  await requireOwnDatabase(database.url);
  await subscribe('shop');
  await expect(requireOwnDatabase(database.url)).rejects.toThrow(/records of the domain shop, and --demo/);
});
