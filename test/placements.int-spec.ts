import { afterAll, beforeAll, expect, it } from 'vitest';
import { MonitoringModule } from '#monitoring';
import { NotificationModule } from '#notification';
import { createTestDatabase, type TestDatabase } from './database.js';
import { sql } from './sql.js';

/** Tables that are not distributed, because they always fit on one machine. */
const ELSEWHERE = ['api_key', 'audit_log', 'session'];

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

it('every table with a domain has a placement on a cluster', async () => {
  const rows = await sql<{ name: string }>(
    database.url,
    `select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where attname = 'domain_id' and relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace order by 1`,
  );
  const placed = new Set(
    [MonitoringModule, NotificationModule].flatMap(({ migrations }) =>
      Object.keys(migrations.placements ?? {}),
    ),
  );
  expect(rows.map(({ name }) => name).filter((name) => !placed.has(name))).toEqual(ELSEWHERE);
});

it('every unique key of a table that is distributed by domain includes the domain', async () => {
  const byDomain = Object.entries(MonitoringModule.migrations.placements ?? {}).flatMap(
    ([table, placement]) => (typeof placement === 'object' && !placement.primaryKey ? [table] : []),
  );
  const keys = await sql<{ name: string; columns: string[] }>(
    database.url,
    `select indrelid::regclass::text as name, array_agg(attname::text) as columns
     from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indisunique and indrelid::regclass::text = any ($1) group by indexrelid, indrelid`,
    [byDomain],
  );
  expect(keys.length).toBeGreaterThan(5);
  expect(keys.filter(({ columns }) => !columns.includes('domain_id'))).toEqual([]);
});
