import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { itOnSingleServer } from '#test/database.js';
import { SYSTEM_CLOCK, createRetentionClock } from '#test/retention-clock.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import { ProcessingCounters } from '../../processing/application/processing-counters.js';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import {
  ClockInDoubtError,
  DatabaseRetentionClock,
  type RetentionClock,
} from '#shared/platform/persistence/retention-clock.js';
import { PERIODS } from '../../../test/retention.js';
import { removeReader, saveReaderPosition } from '../../alerts/tables/alert-change-readers.js';
import { ensurePartitions } from '../../persistence/partitions.js';
import { Retention } from './retention.js';

const DAY = 86_400_000;

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

/** Runs the retention as of so many days from now. */
async function enforceAfterDays(days: number): Promise<readonly string[]> {
  return createRetention(createRetentionClock(() => Date.now() + days * DAY)).enforce(true);
}

function createRetention(clock: RetentionClock, counters = new ProcessingCounters()): Retention {
  return new Retention(new DirectDatabase(pipeline.database.url), clock, PERIODS, counters);
}

async function countPartitions(table: string): Promise<number> {
  const { rows } = await pipeline.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_inherits where inhparent = to_regclass($1)`,
    [table],
  );
  return rows[0]?.n ?? 0;
}

it('drops no partition within the retention', async () => {
  expect(await enforceAfterDays(1)).toEqual([]);
});

it('drops nothing at all while the clock of its host is wrong', async () => {
  await ensurePartitions(pipeline.pool, ['event'], new Date(Date.now() - 200 * DAY));
  const before = await countPartitions('event');
  for (const days of [100, -100]) {
    const host = { now: () => new Date(Date.now() + days * DAY) };
    const retention = createRetention(new DatabaseRetentionClock(host));
    await expect(retention.enforce(true)).rejects.toThrow(ClockInDoubtError);
    await expect(retention.plan()).rejects.toThrow(ClockInDoubtError);
  }
  expect(await countPartitions('event')).toBe(before);
});

it('never drops a segment that is not processed', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.log.append(webhook, posted({ event_key: 'old', title: 'Old' }));
  const today = `delivery_segment_p${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
  const dropped = await enforceAfterDays(5);
  expect(dropped).not.toContain(today);

  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  expect(await enforceAfterDays(5)).toContain(today);
});

// A cluster detaches in one transaction, so no partition is left half detached.
itOnSingleServer('drops expired events, and finishes an interrupted detach', async () => {
  const before = await countPartitions('event');
  const [oldest] = (
    await pipeline.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = to_regclass('event') order by 1 limit 1`,
    )
  ).rows;
  // The state after a DETACH CONCURRENTLY that was killed between its two transactions.
  await pipeline.pool.query(
    `update pg_inherits set inhdetachpending = true where inhrelid = to_regclass($1)`,
    [oldest?.name],
  );
  const dropped = await enforceAfterDays(100);
  expect(dropped).toContain(oldest?.name);
  expect(await countPartitions('event')).toBe(
    before - dropped.filter((name) => name.startsWith('event_p')).length,
  );
});

itOnSingleServer('finishes interrupted detaches first, and attaches recent partitions again', async () => {
  await ensurePartitions(pipeline.pool, ['event'], new Date(Date.now() - 200 * DAY));
  await ensurePartitions(pipeline.pool, ['event'], new Date());
  const interruptDetach = (name: string) =>
    pipeline.pool.query(`update pg_inherits set inhdetachpending = true where inhrelid = to_regclass($1)`, [
      name,
    ]);
  const { rows } = await pipeline.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = to_regclass('event') order by 1`,
  );
  const [oldest, old, ...others] = rows.map(({ name }) => name);
  await interruptDetach(old ?? '');
  expect(await enforceAfterDays(0)).toEqual(expect.arrayContaining([oldest, old]));

  // As if the retention had been shorter before.
  const young = others.at(-1) ?? '';
  await interruptDetach(young);
  await ensurePartitions(pipeline.pool, ['event'], new Date(Date.now() - 200 * DAY));
  const dropped = await enforceAfterDays(0);
  expect(dropped).toContain(oldest);
  expect(dropped).not.toContain(young);
  const { rows: left } = await pipeline.pool.query(
    `select inhdetachpending as pending from pg_inherits where inhrelid = to_regclass($1)`,
    [young],
  );
  expect(left).toEqual([{ pending: false }]);
});

it('drops expired tables that an interrupted run had detached already', async () => {
  const [old, young] = ['event_p20200106', 'event_p29990107'];
  for (const name of [old, young]) await pipeline.pool.query(`create table ${name} (like event)`);
  const dropped = await enforceAfterDays(0);
  expect(dropped).toContain(old);
  expect(dropped).not.toContain(young);
  const { rows } = await pipeline.pool.query(`select to_regclass($1) as old`, [old]);
  expect(rows).toEqual([{ old: null }]);
});

it('attaches a detached partition again if it contains pending deliveries', async () => {
  await ensurePartitions(pipeline.pool, ['delivery_segment', 'event'], new Date());
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.log.append(webhook, posted({ event_key: 'late', title: 'Late' }));
  const today = `delivery_segment_p${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
  await pipeline.pool.query(`alter table delivery_segment detach partition ${today}`);
  expect(await enforceAfterDays(5)).not.toContain(today);
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  const { rows } = await pipeline.pool.query(`select from event where webhook_id = $1`, [webhook.uuid]);
  expect(rows).toHaveLength(1);
});

/** Runs inserts that the server cancels after waiting 50 ms for a lock. */
async function impatientInserts(seconds: number): Promise<number> {
  const pool = new IngestPool({
    connectionString: pipeline.database.url,
    max: 4,
    options: '-c lock_timeout=50ms',
  });
  pool.on('error', () => undefined);
  const end = performance.now() + seconds * 1_000;
  const insert = async () => {
    let count = 0;
    do {
      await pool.query(
        `insert into delivery_segment (domain_id, segment_id, webhook_id, received_at, delivery_count, payload,
           processed_at)
         values ('probe', $1, $1, now(), 1, '', now())`,
        [v7()],
      );
      await pool.query(
        `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
           severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
         values ('probe', $1, $1, 'p', $1, $1, 'k', 'ALERT', 'ERROR', 't', '', '{}', '{}', 'direct', '1.0.0', now(),
           now())`,
        [v7()],
      );
      count += 1;
    } while (performance.now() < end);
    return count;
  };
  try {
    return (await Promise.all([1, 2, 3, 4].map(insert))).reduce((sum, count) => sum + count);
  } finally {
    await pool.end();
  }
}

// A cluster does not support DETACH CONCURRENTLY.
itOnSingleServer(
  'lets no insert wait over 50 ms, under load and with a reader of 3 s',
  { timeout: 60_000 },
  async () => {
    await ensurePartitions(pipeline.pool, ['delivery_segment', 'event'], new Date(Date.now() - 10 * DAY));
    await ensurePartitions(pipeline.pool, ['delivery_segment', 'event'], new Date());
    const webhook = await pipeline.addWebhook('direct');
    const reader = await pipeline.pool.connect();
    const read = async () => {
      await reader.query('begin');
      await reader.query('select count(*) from event');
      await reader.query('select count(*) from delivery_segment');
    };
    await read();

    const enforced = enforceAfterDays(0);
    const made = ensurePartitions(pipeline.pool, ['event'], new Date(Date.now() + 60 * DAY));
    const inserts = impatientInserts(3);
    for (const end = performance.now() + 3_000; performance.now() < end;) {
      await pipeline.log.append(webhook, posted({ event_key: 'k', title: 't' }));
      await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    }
    expect(await inserts).toBeGreaterThan(100);
    await reader.query('commit');
    await made;
    expect((await enforced).length).toBeGreaterThan(0);

    // Proves that the inserts would have detected it: a plain DETACH waits for the reader, and blocks all inserts.
    await read();
    const ahead = `event_p${new Date(mondayAfter(60)).toISOString().slice(0, 10).replaceAll('-', '')}`;
    const plain = pipeline.pool.query(`alter table event detach partition ${ahead}`);
    await vi.waitFor(async () => {
      const { rows } = await pipeline.pool.query(`select from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())`);
      expect(rows.length).toBeGreaterThan(0);
    }, 10_000);
    await expect(impatientInserts(0)).rejects.toThrow('lock timeout');
    await reader.query('commit');
    reader.release();
    await plain;
  },
);

it('removes finished confirmations after 30 days, and keeps pending ones', async () => {
  const webhook = await pipeline.addWebhook('aws-sns');
  for (const state of ['CONFIRMED', 'FAILED', 'PENDING'])
    await pipeline.pool.query(
      `insert into confirmation (confirmation_id, domain_id, webhook_id, url_hash, url, message, state, finished_at)
       values ($1, 'd1', $2, $3, '', '', $3, case when $3 <> 'PENDING' then now() end)`,
      [v7(), webhook.uuid, state],
    );
  const left = async () =>
    (await pipeline.pool.query<{ state: string }>('select state from confirmation order by state')).rows;
  await enforceAfterDays(29);
  expect(await left()).toHaveLength(3);
  await enforceAfterDays(31);
  expect(await left()).toEqual([{ state: 'PENDING' }]);
});

/** Returns the first Monday, 0:00 UTC, from so many days ahead. */
function mondayAfter(days: number): number {
  const day = new Date(Date.now() + days * DAY);
  return Math.floor(day.getTime() / DAY) * DAY + ((8 - day.getUTCDay()) % 7) * DAY;
}

it('keeps alert changes for a month, and longer if a reader has not passed them for a day', async () => {
  const { pool } = pipeline;
  const week = (n: number) => new Date(Date.now() - n * 7 * DAY);
  await ensurePartitions(pool, ['alert_change'], week(6));
  const at = (n: number) => `overlay(gen_random_uuid()::text placing
    left(lpad(to_hex((extract(epoch from now() - interval '${n} d') * 1000)::bigint), 12, '0'), 8) from 1 for 8)::uuid`;
  await pool.query(`
    insert into alert_change (xid, index, change_id, domain_id, alert_id, kind, state, severity)
    select ('1' || n)::xid8, n, case n when 1 then ${at(36)} when 2 then ${at(35)} else ${at(29)} end, 'd',
      gen_random_uuid(), 'opened', 'OPEN', 'ERROR' from generate_series(1, 3) n`);
  const left = async () => {
    const { rows } = await pool.query<{ index: string }>(
      `select index from alert_change where domain_id = 'd' order by 1`,
    );
    return rows.map(({ index }) => Number(index));
  };
  const retention = createRetention(SYSTEM_CLOCK);
  const readTo = (index: number) =>
    saveReaderPosition(pool, 'somebody', { xid: `1${index}`, index: String(index), offset: 0, at: 0 });
  const daysAgo = (days: number) => pool.query(`update alert_change_reader set day = day - $1::int`, [days]);

  await readTo(1);
  await retention.enforce(true);
  expect(await left()).toEqual([1, 2, 3]);
  // The reader has passed them, but only now.
  await daysAgo(3);
  await readTo(4);
  await retention.enforce(true);
  expect(await left()).toEqual([1, 2, 3]);
  await daysAgo(2);
  await readTo(4);
  await retention.enforce(true);
  expect(await left()).toEqual([3]);
  await removeReader(pool, 'somebody');
  expect((await pool.query('select from alert_change_reader')).rowCount).toBe(0);
});
