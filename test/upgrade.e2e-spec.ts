import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, inject } from 'vitest';
import { migrateEverything } from '../tools/migrations.js';
import { call, until } from './client.js';
import { itOnSingleServer } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

/** A dump of a database that release 0.2.0 has filled, and what its API returned: the responses of lists and statistics, by path. */
const DUMP = 'test/upgrade/release-0.2.0.sql.gz';
const RECORDS = 'test/upgrade/release-0.2.0.records.json.gz';
/** Deliveries that 0.2.0 had accepted and not processed. */
const PENDING = 3;
/** Nothing of the dump is too old, whenever the test runs. */
const KEPT = {
  EVENT_RETENTION: '3650',
  DELIVERY_RETENTION: '3650',
  NOTIFICATION_RETENTION: '3650',
  AUDIT_RETENTION: '3650',
  /** As at the time of the dump. */
  PUBLIC_URL: 'http://localhost:27420',
};
/** Fields that depend on the time, or on what is pending. */
const CHANGING = new Set(['state', 'health', 'updated_at', 'next_expected_at']);

interface Answer {
  readonly results: readonly Record<string, unknown>[];
}

const unpack = (path: string) => gunzipSync(readFileSync(path)).toString();

let databaseUrl: string;
const apps: AppUnderTest[] = [];
beforeEach(async () => {
  const { url } = inject('testServer');
  const database = new URL(url);
  database.pathname = `/upgrade_${randomBytes(6).toString('hex')}`;
  databaseUrl = database.href;
  await sql(url, `create database ${database.pathname.slice(1)} template template0 encoding 'UTF8'`);
  await sql(databaseUrl, unpack(DUMP));
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.kill()));
  await sql(inject('testServer').url, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
});

itOnSingleServer(
  'a database of release 0.2.0 is migrated with all its records, and what was accepted is processed',
  { timeout: 120_000 },
  async () => {
    expect(await migrateEverything(databaseUrl)).not.toEqual([]);
    expect(await migrateEverything(databaseUrl)).toEqual([]);
    const api = await startApi({ databaseUrl, env: KEPT });
    apps.push(api);

    const before = JSON.parse(unpack(RECORDS)) as Record<string, Answer>;
    for (const [request, { results }] of Object.entries(before)) {
      const [method, path] = request.startsWith('POST ') ? ['POST', request.slice(5)] : ['GET', request];
      const { status, body } = await call<Answer>(
        method as string,
        api.url + path,
        method === 'POST' ? STATISTICS : undefined,
      );
      expect([request, status, body.results.length]).toEqual([request, 200, results.length]);
      const kept = results.map((record) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => !CHANGING.has(name))),
      );
      expect(body.results).toMatchObject(kept);
    }

    const events = `${api.url}/monitoring/v1/events?domain_id=upgrade`;
    const { total_count } = (await call<{ total_count: number }>('GET', events)).body;
    apps.push(await startWorker({ databaseUrl, env: KEPT }));
    const after = await until(
      () => call<Answer & { readonly total_count: number }>('GET', events),
      ({ body }) => body.total_count >= total_count + PENDING,
    );
    const titles = after.body.results.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Pending 0', 'Pending 1', 'Pending 2']));
    const ledger = await call<{ balanced: boolean }>('GET', `${api.url}/monitoring/v1/ledger`);
    expect(ledger.body.balanced).toBe(true);
  },
);

itOnSingleServer('a database of release 0.2.0 has the schema of a new one when it is migrated', async () => {
  await migrateEverything(databaseUrl);
  const { url, template } = inject('testServer');
  const created = Object.assign(new URL(url), { pathname: `/${template}` }).href;
  const schema = await readSchema(databaseUrl);
  expect(schema.length).toBeGreaterThan(500);
  expect(schema).toEqual(await readSchema(created));
});

/**
 * Returns a line for each column, index, constraint, trigger and function but those of partitions. How raw_data is compressed
 * depends on the server.
 */
async function readSchema(url: string): Promise<readonly string[]> {
  const rows = await sql<{ line: string }>(
    url,
    `with own as (
       select oid from pg_class
       where relnamespace = 'public'::regnamespace and not relispartition and relname not like 'migration%')
     select concat_ws(' ', attrelid::regclass, attnum, attname, format_type(atttypid, atttypmod), attnotnull,
       case when attname <> 'raw_data' then attstorage end, pg_get_expr(adbin, adrelid),
       array_to_string(reloptions, ',')) as line
     from pg_attribute
       left join pg_attrdef on adrelid = attrelid and adnum = attnum
       join pg_class on pg_class.oid = attrelid
     where attrelid in (select oid from own) and relkind in ('r', 'p') and attnum > 0 and not attisdropped
     union all select pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from own)
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
       where conrelid in (select oid from own)
     union all select pg_get_triggerdef(oid) from pg_trigger where tgrelid in (select oid from own)
     union all select coalesce(pg_get_functiondef(oid), '') from pg_proc
       where pronamespace = 'public'::regnamespace and prokind = 'f' and proname ~ '^(tocsin|newest)'
     order by 1`,
  );
  return rows.map(({ line }) => line);
}

const STATISTICS = {
  domain_id: 'upgrade',
  query: {
    aggregate: [{ group: { keys: [{ key: 'severity' }], fields: [{ name: 'count', operator: 'count' }] } }],
  },
};
