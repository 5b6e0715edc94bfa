import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itOnSingleServer } from '#test/database.js';
import { createPipeline, direct, type Pipeline } from '../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ProcessDeliveries } from './process-deliveries.js';

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

const alarm = (key: string) => ({ ...direct(key, 'ALERT', '2026-11-20T10:00:00Z'), received_at: new Date() });
const addWebhooks = (count: number, domain: string) =>
  Promise.all(Array.from({ length: count }, () => pipeline.addWebhook('direct', domain)));
const process = (webhooks: readonly AdmittedWebhook[]) =>
  pipeline.newWorker().execute(new ProcessDeliveries(webhooks.map(({ uuid }) => uuid)));

async function countEvents(webhooks: readonly AdmittedWebhook[]): Promise<number[]> {
  const { rows } = await pipeline.pool.query<{ webhook_id: string; events: number }>(
    `select webhook_id, count(*)::int as events from event where webhook_id = any ($1) group by 1`,
    [webhooks.map(({ uuid }) => uuid)],
  );
  return webhooks.map(({ uuid }) => rows.find(({ webhook_id }) => webhook_id === uuid)?.events ?? 0);
}

async function countTransactions(domain: string): Promise<number> {
  const { rows } = await pipeline.pool.query<{ xids: number }>(
    `select count(distinct xid)::int as xids from event_feed where domain_id = $1`,
    [domain],
  );
  return rows[0]?.xids ?? 0;
}

describe('webhooks of one domain', () => {
  it('share a batch and its transaction, with separate counts and segment chains', async () => {
    const webhooks = await addWebhooks(30, 'shared');
    const others = await addWebhooks(2, 'other');
    for (const webhook of [...webhooks, ...others]) {
      await pipeline.addSegment(webhook, [alarm('a')]);
      await pipeline.addSegment(webhook, [alarm('b'), alarm('c')]);
    }
    expect(await process([...webhooks, ...others])).toEqual([]);
    expect(await countEvents([...webhooks, ...others])).toEqual(Array.from({ length: 32 }, () => 3));
    expect(await countTransactions('shared')).toBeLessThan(10);
    expect(await countTransactions('other')).toBeGreaterThan(0);
    const { rows } = await pipeline.pool.query(
      `select distinct received_count::int, failed_count::int, attempts, last_segment_id is not null as has_last
       from webhook_cursor where domain_id in ('shared', 'other')`,
    );
    expect(rows).toEqual([{ received_count: 3, failed_count: 0, attempts: 0, has_last: true }]);
    const { rows: chained } = await pipeline.pool.query<{ webhook_id: string; chain: boolean }>(
      `select count(*)::int as chained from delivery_segment one
       join delivery_segment before on before.domain_id = one.domain_id and before.segment_id = one.previous_id and before.webhook_id = one.webhook_id
       where one.domain_id in ('shared', 'other')`,
    );
    expect(chained).toEqual([{ chained: 32 }]);
  });

  it('are processed without the one that another transaction has locked', async () => {
    const webhooks = await addWebhooks(5, 'held');
    for (const webhook of webhooks) await pipeline.addSegment(webhook, [alarm('a')]);
    const holder = await pipeline.pool.connect();
    await holder.query('begin');
    await holder.query(`select from webhook_cursor where webhook_id = $1 and domain_id = 'held' for update`, [
      webhooks[2]?.uuid,
    ]);
    await process(webhooks);
    expect(await countEvents(webhooks)).toEqual([1, 1, 0, 1, 1]);
    await holder.query('rollback');
    holder.release();
    await process(webhooks);
    expect(await countEvents(webhooks)).toEqual([1, 1, 1, 1, 1]);
  });

  itOnSingleServer(
    'are processed if one has an alarm that cannot be stored, and only that is quarantined',
    async () => {
      const webhooks = await addWebhooks(5, 'poisoned');
      for (const webhook of webhooks) await pipeline.addSegment(webhook, [alarm('a'), alarm('b')]);
      const [poisoned] = webhooks as [AdmittedWebhook];
      await pipeline.pool.query(`
      create function refuse_poison() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'data_exception', message = 'it is poison'; end $$`);
      await pipeline.pool.query(`
      create trigger refuse_poison before insert on event
        for each row when (new.event_key = 'poison') execute function refuse_poison()`);
      await pipeline.addSegment(poisoned, [alarm('c'), alarm('poison')]);
      expect(await process(webhooks)).toEqual([]);
      expect(await countEvents(webhooks)).toEqual([3, 2, 2, 2, 2]);
      const { rows } = await pipeline.pool.query(
        `select webhook_id, reason from quarantine where domain_id = 'poisoned'`,
      );
      expect(rows).toEqual([
        {
          webhook_id: poisoned.uuid,
          reason: 'cannot be stored: it is poison',
        },
      ]);
    },
  );

  it('are processed while another one has a long backlog', async () => {
    const webhooks = await addWebhooks(4, 'flooded');
    const [flooded, ...others] = webhooks as [AdmittedWebhook, ...AdmittedWebhook[]];
    const deliveries = Array.from({ length: 150 }, (_, n) => alarm(`key ${n}`));
    for (let n = 0; n < 20; n += 1) await pipeline.addSegment(flooded, deliveries);
    for (const webhook of others) await pipeline.addSegment(webhook, [alarm('a')]);
    const worker = pipeline.newWorker();
    const flood = worker.execute(new ProcessDeliveries([flooded.uuid]));
    await worker.execute(new ProcessDeliveries(others.map(({ uuid }) => uuid)));
    expect(await countEvents(others)).toEqual([1, 1, 1]);
    const { rows } = await pipeline.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from delivery_segment where webhook_id = $1 and processed_at is null`,
      [flooded.uuid],
    );
    expect(rows[0]?.waiting).toBeGreaterThan(0);
    await flood;
    // Every delivery repeats the time and key of one in the segment before.
    expect(await countEvents([flooded])).toEqual([150]);
  });
});

it('a domain with one webhook does not wait for the 500 busy webhooks of another', async () => {
  const busy = await addWebhooks(500, 'busy');
  const [calm] = (await addWebhooks(1, 'calm')) as [AdmittedWebhook];
  const deliveries = Array.from({ length: 10 }, (_, n) => alarm(`key ${n}`));
  await Promise.all([
    ...busy.map((webhook) => pipeline.addSegment(webhook, deliveries)),
    pipeline.addSegment(calm, [alarm('a')]),
  ]);
  const worker = pipeline.newWorker();
  const crowd = worker.execute(new ProcessDeliveries(busy.map(({ uuid }) => uuid)));
  await worker.execute(new ProcessDeliveries([calm.uuid]));
  expect(await countEvents([calm])).toEqual([1]);
  const before = (await countEvents(busy)).filter((events) => events > 0).length;
  // The other domain got at most the batches that were in progress, or that started at the same time, out of 50.
  expect(before).toBeLessThan(150);
  expect(await crowd).toEqual([]);
  expect(new Set(await countEvents(busy))).toEqual(new Set([10]));
}, 60_000);

it('processes a segment from before the clock was set back by days', async () => {
  const [webhook] = (await addWebhooks(1, 'set-back')) as [AdmittedWebhook];
  const received_at = new Date(Date.now() + 3 * 86_400_000);
  await pipeline.addSegment(webhook, [{ ...alarm('a'), received_at }]);
  await pipeline.addSegment(webhook, [alarm('b')]);
  await process([webhook]);
  expect(await countEvents([webhook])).toEqual([2]);
});
