import { afterAll, beforeAll, expect, it } from 'vitest';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { SYSTEM_CLOCK } from '#test/retention-clock.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { PERIODS } from '../../../test/retention.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import { ProcessingCounters } from '../../processing/application/processing-counters.js';
import { ensurePartitions } from '../../persistence/partitions.js';
import { Retention } from './retention.js';

const DAY = 86_400_000;

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

const createRetention = (counters = new ProcessingCounters()) =>
  new Retention(new DirectDatabase(pipeline.database.url), SYSTEM_CLOCK, PERIODS, counters);

async function countPartitions(table: string): Promise<number> {
  const { rows } = await pipeline.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_inherits where inhparent = to_regclass($1)`,
    [table],
  );
  return rows[0]?.n ?? 0;
}

it('refuses to drop more than a few weeks without confirmation, and says how to confirm', async () => {
  await ensurePartitions(pipeline.pool, ['event'], new Date(Date.now() - 200 * DAY));
  const before = await countPartitions('event');
  const counters = new ProcessingCounters();
  const retention = createRetention(counters);
  await expect(retention.enforce()).rejects.toThrow('tocsin retention --apply');
  expect(counters.retentionRefused).toBe(true);
  expect(await countPartitions('event')).toBe(before);

  const due = (await retention.plan()).tables.flatMap(({ due: names }) => names);
  expect(due.length).toBeGreaterThan(3);
  expect(await retention.enforce(true)).toEqual(due);
  expect(await retention.enforce()).toEqual([]);
  expect(counters.retentionRefused).toBe(false);
});

it('drops days that were kept for their backlog without confirmation once it is processed', async () => {
  const webhook = await pipeline.addWebhook('direct');
  const days = Array.from({ length: 10 }, (_, n) => new Date(Date.now() - (20 + n) * DAY));
  for (const received_at of days) {
    await ensurePartitions(pipeline.pool, ['delivery_segment'], received_at);
    await pipeline.addSegment(webhook, [
      { ...posted({ event_key: received_at.toISOString(), title: 'Old' }), received_at },
    ]);
  }
  const counters = new ProcessingCounters();
  const retention = createRetention(counters);
  const restarted = createRetention(counters);
  await retention.enforce(true);
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  await expect(restarted.enforce()).rejects.toThrow('partitions of delivery_segment');
  const dropped = await retention.enforce();
  expect(dropped.filter((name) => name.startsWith('delivery_segment'))).toHaveLength(
    new Set(days.map((day) => day.toISOString().slice(0, 10))).size,
  );
  expect(counters.retentionRefused).toBe(false);
});

it('removes old rows of the feed, and counts the quarantine again, while it refuses to drop', async () => {
  const { uuid, domain_id } = await pipeline.addWebhook('direct');
  await ensurePartitions(pipeline.pool, ['event'], new Date(Date.now() - 200 * DAY));
  await pipeline.pool.query(`insert into event_feed (xid, domain_id, stored_at, event_ids)
    values ('3', 'd1', now() - interval '2 hours', '{}')`);
  await pipeline.pool.query('update webhook_cursor set quarantine_bytes = 7 where webhook_id = $1', [uuid]);
  await expect(createRetention().enforce()).rejects.toThrow('nothing is removed');
  const { rows } = await pipeline.pool.query(
    `select (select count(*)::int from event_feed where stored_at < now() - interval '70 minutes') as old,
       (select quarantine_bytes::int from webhook_cursor where webhook_id = $1 and domain_id = $2) as bytes`,
    [uuid, domain_id],
  );
  expect(rows).toEqual([{ old: 0, bytes: 0 }]);
  await createRetention().enforce(true);
});
