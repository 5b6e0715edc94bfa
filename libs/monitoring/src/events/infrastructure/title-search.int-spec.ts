import { afterAll, beforeAll, expect, it } from 'vitest';
import type { QueryRunner } from 'typeorm';
import { itOnSingleServer } from '#test/database.js';
import { createEventStore, WEBHOOKS, type EventStore } from '../../../test/event-store.js';
import { AddRule1795700000501 } from '../../persistence/migrations/1795700000501-create-schema-of-0-2.js';

const NEEDLE = { keyword: 'needle NUMBER' };
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  await store.pool.query(
    `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
       severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
     select 'd1', (lpad(to_hex(at), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, $1,
       'p1', gen_random_uuid(), gen_random_uuid(), 'key', 'ALERT', 'ERROR',
       case n when 777 then 'the Needle, number 1' else 'title ' || md5(n::text) end, '', '{}', '{}', 'sample', '1.0.0',
       to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
     from (select n, (extract(epoch from now()) * 1000)::bigint - n * 1000::bigint as at
           from generate_series(1, 20000) n) as made`,
    [WEBHOOKS[0]],
  );
  // Moves the latest entries of the index from its pending list into its main structure.
  await store.pool.query('vacuum analyze event');
});
afterAll(() => store.close());

const found = async () => (await store.list(NEEDLE)).results.map(({ title }) => title);
const plan = async () => {
  const { rows } = await store.pool.query<{ 'QUERY PLAN': string }>(
    `explain select 1 from event where domain_id = 'd1' and title ilike '%needle%' order by event_id desc limit 101`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

it('finds keywords in titles by the trigram index', async () => {
  expect(await found()).toEqual(['the Needle, number 1']);
  expect(await plan()).toMatch(/Bitmap Index Scan on event_p\d+_title_idx/);
});

// Not on a cluster: there the migration runs before the tables are distributed.
itOnSingleServer(
  'migrates without pg_trgm if the role cannot create it, and still finds keywords',
  async () => {
    const client = await store.pool.connect();
    const runner = { query: (text: string) => client.query(text) } as unknown as QueryRunner;
    const role = `limited_${process.pid}`;
    try {
      await client.query('drop extension pg_trgm cascade');
      await client.query(`create role ${role}`);
      await client.query(`create schema limited authorization ${role}`);
      await client.query(`set search_path = limited`);
      await client.query(`set role ${role}`);
      await new AddRule1795700000501().up(runner);
      await client.query('reset role');
      expect(
        (await client.query(`select from pg_tables where schemaname = 'limited'`)).rowCount,
      ).toBeGreaterThan(20);
      await client.query('drop schema limited cascade');
      await client.query(`drop owned by ${role}`);
      await client.query(`drop role ${role}`);
    } finally {
      client.release(true);
    }
    expect((await store.pool.query(`select from pg_extension where extname = 'pg_trgm'`)).rows).toEqual([]);
    expect(await plan()).not.toContain('title_idx');
    expect(await found()).toEqual(['the Needle, number 1']);
  },
);
