import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { ProcessDeliveries } from '../../application/commands/process-deliveries.js';
import { ensurePartitions } from './partitions.js';
import { Retention } from './retention.js';

const DAY = 86_400_000;
const periods = { eventDays: 90, deliveryDays: 3, quarantineDays: 30 };

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

/** As a worker would find the database so many days from now. */
async function enforceIn(days: number): Promise<string[]> {
  const clock = { now: () => new Date(Date.now() + days * DAY) };
  return new Retention(pipeline.pool, clock, periods).enforce();
}

async function partitionsOf(table: string): Promise<number> {
  const { rows } = await pipeline.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_inherits where inhparent = to_regclass($1)`,
    [table],
  );
  return rows[0]?.n ?? 0;
}

it('drops nothing that is young enough', async () => {
  expect(await enforceIn(2)).toEqual([]);
});

it('never drops a segment that is not processed', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.log.append(webhook, posted({ event_key: 'old', title: 'Old' }));
  const today = `delivery_segment_p${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
  const dropped = await enforceIn(5);
  expect(dropped).not.toContain(today);

  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  expect(await enforceIn(5)).toContain(today);
});

it('drops events in their own time, and goes on where a killed one stopped', async () => {
  const before = await partitionsOf('event');
  const [oldest] = (
    await pipeline.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = to_regclass('event') order by 1 limit 1`,
    )
  ).rows;
  // What a DETACH CONCURRENTLY leaves behind that was killed between its two transactions.
  await pipeline.pool.query(
    `update pg_inherits set inhdetachpending = true where inhrelid = to_regclass($1)`,
    [oldest?.name],
  );
  const dropped = await enforceIn(100);
  expect(dropped).toContain(oldest?.name);
  expect(await partitionsOf('event')).toBe(
    before - dropped.filter((name) => name.startsWith('event_p')).length,
  );
});

it('stalls no insert while a reader holds the table', { timeout: 30_000 }, async () => {
  await ensurePartitions(pipeline.pool, ['delivery_segment', 'event'], new Date(Date.now() - 10 * DAY));
  await ensurePartitions(pipeline.pool, ['delivery_segment', 'event'], new Date());
  const webhook = await pipeline.addWebhook('direct');
  const reader = await pipeline.pool.connect();
  await reader.query('begin');
  await reader.query('select count(*) from event');
  await reader.query('select count(*) from delivery_segment');

  const enforced = enforceIn(0);
  const made = ensurePartitions(pipeline.pool, ['event'], new Date(Date.now() + 60 * DAY));
  const waits: number[] = [];
  for (const end = performance.now() + 3_000; performance.now() < end;) {
    const began = performance.now();
    await pipeline.log.append(webhook, posted({ event_key: 'k', title: 't' }));
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    waits.push(performance.now() - began);
  }
  await reader.query('commit');
  reader.release();
  await made;
  expect((await enforced).length).toBeGreaterThan(0);
  // The single worst may be the machine's own; none may wait for the reader's three seconds.
  expect(Math.max(...waits)).toBeLessThan(1_000);
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]).toBeLessThan(50);
});
