import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { crashedAt } from '../../../test/crashed-workers.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { PostgresReplayRepository } from '../infrastructure/postgres-replay.repository.js';
import { PostgresProcessingLog } from '../infrastructure/postgres-processing-log.js';
import { ProcessDeliveries } from './process-deliveries.js';

let pipeline: Pipeline;
const read: string[] = [];
const fragile: Plugin = {
  ...direct,
  plugin_id: 'fragile',
  parse(delivery, options) {
    const { event_key: key } = delivery.body as { event_key: string };
    read.push(key);
    if (key.startsWith('deadly')) throw new Error('this would have been the end');
    return direct.parse(delivery, options);
  },
};

beforeAll(async () => {
  pipeline = await createPipeline([fragile]);
});
afterAll(() => pipeline.close());

const MINUTE = 60_000;
const alarm = (event_key: string, age: number) => ({
  ...posted({ event_key, title: event_key }),
  received_at: new Date(Date.now() - age * MINUTE),
});

it('parses deliveries pending at a worker crash in the sandbox, and quarantines the fatal ones', async () => {
  const tried: string[] = [];
  const isolation = crashedAt(new Date(Date.now() - 5 * MINUTE), (body) => {
    const { event_key } = JSON.parse(body) as { event_key: string };
    tried.push(event_key);
    return event_key.startsWith('deadly') ? 'ends its process' : undefined;
  });
  const webhook = await pipeline.addWebhook('fragile');
  const other = await pipeline.addWebhook('fragile');
  await pipeline.addSegment(webhook, [alarm('a', 9), alarm('deadly 1', 9), alarm('b', 9)]);
  await pipeline.addSegment(webhook, [alarm('deadly 2', 8)]);
  await pipeline.addSegment(webhook, [alarm('c', 1)]);
  await pipeline.addSegment(other, [alarm('d', 1)]);

  const worker = pipeline.newWorker(new PostgresProcessingLog(pipeline.pool), isolation);
  await worker.execute(new ProcessDeliveries([webhook.uuid, other.uuid]));
  await vi.waitFor(() => expect(worker['scheduler'].isIdle).toBe(true), { timeout: 10_000 });
  await worker.execute(new ProcessDeliveries([webhook.uuid]));

  const events = await pipeline.pool.query<{ event_key: string }>('select event_key from event order by 1');
  expect(events.rows.map(({ event_key }) => event_key)).toEqual(['a', 'b', 'c', 'd']);
  const { rows } = await pipeline.pool.query<{ reason: string }>('select reason from quarantine');
  expect(rows.map(({ reason }) => reason)).toEqual(
    Array(2).fill(`plugin fragile ${fragile.version} ends its process`),
  );
  expect(tried).toEqual(['a', 'deadly 1', 'b', 'deadly 2']);
  expect([...read].sort()).toEqual(['a', 'b', 'c', 'd']);

  // A replay must not parse the deadly deliveries in process either.
  const dataSource = await new DataSource({ type: 'postgres', url: pipeline.database.url }).initialize();
  const replay_id = v7();
  await pipeline.pool.query(
    `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only)
     values ($1, 'd1', $2, 'PENDING', $3, now(), true)`,
    [replay_id, webhook.uuid, new Date(Date.now() - 60 * MINUTE)],
  );
  try {
    const replays = new PostgresReplayRepository(dataSource);
    await pipeline.newReplayer(replays, isolation).execute();
  } finally {
    await dataSource.destroy();
  }
  const replayed = await pipeline.pool.query('select state, done_count, event_count from replay');
  expect(replayed.rows).toEqual([{ state: 'DONE', done_count: 2, event_count: 0 }]);
  expect(read).toHaveLength(4);
});
