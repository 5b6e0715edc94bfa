import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPipeline, direct, type Pipeline } from '../../../test/pipeline.js';
import { createHeartbeatDelivery } from '../../heartbeats/domain/heartbeat-delivery.js';
import { ProcessDeliveries } from '../application/process-deliveries.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { PostgresStoredDeliveries } from './postgres-stored-deliveries.js';

let pipeline: Pipeline;
let dataSource: DataSource;
let stored: PostgresStoredDeliveries;

beforeAll(async () => {
  pipeline = await createPipeline();
  dataSource = await new DataSource({ type: 'postgres', url: pipeline.database.url }).initialize();
  stored = new PostgresStoredDeliveries(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await pipeline.close();
});

const received = (n: number) => new Date(Date.now() - 600_000 + n);
const add = (webhook: AdmittedWebhook, ...numbers: number[]) =>
  pipeline.addSegment(
    webhook,
    numbers.map((n) => ({
      ...direct(`k${n}`, 'ALERT', '2026-11-20T10:00:00Z'),
      received_at: received(numbers[0] ?? 0),
    })),
  );
const process = (...webhooks: AdmittedWebhook[]) =>
  pipeline.newWorker().execute(new ProcessDeliveries(webhooks.map(({ uuid }) => uuid)));
const keysOf = async ({ domain_id, webhook_id }: AdmittedWebhook, limit: number) =>
  (await stored.findRecent(domain_id, webhook_id, limit)).map(
    ({ delivery }) => (JSON.parse(delivery.body.toString()) as { event_key: string }).event_key,
  );

/** The number of log rows that were read, whatever the plan. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const looked = async () => {
    await dataSource.query('select pg_stat_force_next_flush()');
    await dataSource.query('select 1');
    const [row] = await dataSource.query<{ n: string }[]>(
      `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0) as n from pg_stat_user_tables
       where relname like 'delivery_segment%'`,
    );
    return Number(row?.n);
  };
  const before = await looked();
  await work();
  return (await looked()) - before;
}

describe('the last deliveries of a webhook', () => {
  it('exclude pings and other heartbeat messages', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await add(webhook, 1);
    await pipeline.addSegment(webhook, [
      { ...createHeartbeatDelivery({ kind: 'ping', name: 'a' }), received_at: received(2) },
      { ...createHeartbeatDelivery({ kind: 'missing', name: 'a' }), received_at: received(2) },
    ]);
    await process(webhook);
    expect(await keysOf(webhook, 10)).toEqual(['k1']);
  });

  it('are found newest first across batches and segments, without pending deliveries', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await add(webhook, 1);
    await process(webhook);
    await add(webhook, 2, 3);
    await add(webhook, 4);
    await process(webhook);
    await add(webhook, 5);

    expect(await keysOf(webhook, 100)).toEqual(['k4', 'k3', 'k2', 'k1']);
    expect(await keysOf(webhook, 2)).toEqual(['k4', 'k3']);
    const [last] = await stored.findRecent('d1', webhook.webhook_id, 1);
    expect(last?.outcomes).toMatchObject([{ outcome: 'CREATED' }]);
    expect(await stored.findRecent('d2', webhook.webhook_id, 100)).toEqual([]);
  });

  it('are found at a cost that does not depend on other webhooks', async () => {
    const [quiet, busy] = [await pipeline.addWebhook('direct'), await pipeline.addWebhook('direct')];
    for (let n = 0; n < 20; n += 1) await add(quiet, n);
    await process(quiet);
    const alone = await rowsRead(() => keysOf(quiet, 100));
    for (let n = 0; n < 1_500; n += 1) await add(busy, n);
    await process(busy);
    await pipeline.pool.query('analyze delivery_segment');

    expect(await rowsRead(async () => expect(await keysOf(quiet, 100)).toHaveLength(20))).toBe(alone);
    expect(alone).toBeLessThanOrEqual(60);
  });

  it('are limited to 32 MiB, however well they are compressed', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const filler = Buffer.alloc(1024 * 1024 - 1_000, ' ');
    for (let n = 0; n < 40; n += 1) {
      const delivery = direct(`k${n}`, 'ALERT', '2026-11-20T10:00:00Z');
      const body = Buffer.concat([delivery.body, filler]);
      await pipeline.addSegment(webhook, [{ ...delivery, body, received_at: received(n) }]);
    }
    await process(webhook);
    expect(await keysOf(webhook, 100)).toEqual(Array.from({ length: 32 }, (_, n) => `k${39 - n}`));
  });

  it('end where the log was dropped', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const dropped = await add(webhook, 1);
    await add(webhook, 2);
    await process(webhook);
    await pipeline.pool.query('delete from delivery_segment where segment_id = $1', [dropped]);
    expect(await keysOf(webhook, 100)).toEqual(['k2']);
  });
});
