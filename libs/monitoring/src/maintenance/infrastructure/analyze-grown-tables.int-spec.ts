import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, itOnSingleServer, type TestDatabase } from '#test/database.js';
import { AnalyzeGrownTables } from './analyze-grown-tables.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 1 });
  await pool.query(`set plan_cache_mode = force_generic_plan`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const LOOK_UPS = {
  alert: 'select from alert where domain_id = $1 and alert_id = any ($2::uuid[])',
  'alerts one by one': `
    select found.* from unnest($2::uuid[]) as wanted (alert_id) cross join lateral (
      select title from alert where domain_id = $1 and alert.alert_id = wanted.alert_id offset 0) as found`,
  'alerts joined': `
    select title from unnest($2::uuid[]) as wanted (alert_id)
    join alert on domain_id = $1 and alert.alert_id = wanted.alert_id`,
};

async function openAlerts(number: number): Promise<void> {
  await pool.query(
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       last_received_at, event_count, duplicate_count)
     select 'd', gen_random_uuid(), gen_random_uuid(), 'p', n::text, 'OPEN', 'ERROR', 't',
       now() + n * interval '1 ms', now(), 1, 0
     from generate_series(1, $1) as n`,
    [number],
  );
  await pool.query('select pg_stat_force_next_flush()');
}

/** Returns the number of pages that looking up one alert reads, by the plan that the session keeps. */
async function countPages(name: string): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) execute "${name}" ('d', '{00000000-0000-7000-8000-000000000000}')`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN);
}

itOnSingleServer(
  'look-ups that were planned while the table was empty read few pages of a table that has grown',
  async () => {
    for (const [name, text] of Object.entries(LOOK_UPS))
      await pool.query(`prepare "${name}" (text, uuid[]) as ${text}`);
    for (const name of Object.keys(LOOK_UPS)) await countPages(name);
    await openAlerts(20_000);
    const before = await Promise.all(Object.keys(LOOK_UPS).map(countPages));
    expect(Math.max(...before)).toBeGreaterThan(100);
    await new AnalyzeGrownTables(pool).execute();
    for (const name of Object.keys(LOOK_UPS)) expect(await countPages(name), name).toBeLessThan(10);
  },
);

it('a table that has not grown tenfold is left to autovacuum', async () => {
  const countAnalyses = async () =>
    (await pool.query<{ count: number }>(`select pg_stat_get_analyze_count('alert'::regclass)::int as count`))
      .rows[0]?.count;
  const before = await countAnalyses();
  await new AnalyzeGrownTables(pool).execute();
  expect(await countAnalyses()).toBe(before);
});
