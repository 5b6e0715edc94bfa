import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { PostgresReplayRepository } from '../infrastructure/postgres-replay.repository.js';
import { alarmsOf } from '../domain/process-batch.js';
import { ProcessDeliveries } from './process-deliveries.js';

const MIB = 1024 * 1024;
let pipeline: Pipeline;
let dataSource: DataSource;
beforeAll(async () => {
  pipeline = await createPipeline();
  dataSource = await new DataSource({ type: 'postgres', url: pipeline.database.url }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await pipeline.close();
});

const received = (body: unknown) => ({ ...posted(body), received_at: new Date() });
const events = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ event_key: `${name}${n}`, title: 't' }));

async function numberOf(what: string, { uuid }: AdmittedWebhook): Promise<number> {
  const { rows } = await pipeline.pool.query<{ n: number }>(
    `select count(*)::int as n from ${what} where webhook_id = $1`,
    [uuid],
  );
  return rows[0]?.n ?? 0;
}

/** Replays the quarantined deliveries of a webhook, and returns the end of the replay. */
async function replayQuarantine({ uuid, domain_id }: AdmittedWebhook): Promise<unknown> {
  const id = v7();
  await pipeline.pool.query(
    `insert into replay (replay_id, domain_id, webhook_id, state, from_at, to_at, quarantined_only, next_attempt_at)
     values ($1, $2, $3, 'PENDING', now() - interval '1 hour', now() + interval '1 hour', true, now())`,
    [id, domain_id, uuid],
  );
  const replayer = pipeline.newReplayer(new PostgresReplayRepository(dataSource));
  const run = async () => {
    await replayer.execute();
    const { rows } = await pipeline.pool.query<{ state: string }>(
      'select state, done_count, event_count from replay where replay_id = $1',
      [id],
    );
    return rows[0];
  };
  // A slow run ends at its time limit, and is then continued.
  let result = await run();
  while (result?.state === 'RUNNING') result = await run();
  return result;
}

describe('a batch', () => {
  it('reads few long deliveries, however well they are compressed', async () => {
    const webhook = await pipeline.addWebhook('direct');
    for (let n = 0; n < 20; n += 1)
      await pipeline.addSegment(webhook, [
        received({ event_key: `k${n}`, title: 't', description: 'd'.repeat(MIB - 100) }),
      ]);
    const { segments, isTruncated } = await pipeline.processing.readPending([webhook]);
    const taken = segments.get(webhook.uuid) ?? [];
    expect(taken.length).toBeLessThanOrEqual(5);
    expect(isTruncated).toBe(true);

    expect(await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]))).toEqual([]);
    expect(await numberOf('event', webhook)).toBe(20);
  });

  it('commits few deliveries with many alarms at a time, and all of them in the end, in their order', async () => {
    const [webhook, beside] = [
      await pipeline.addWebhook('direct', 'many'),
      await pipeline.addWebhook('direct', 'many'),
    ];
    for (const name of ['a', 'b', 'c', 'd'])
      await pipeline.addSegment(webhook, [received(events(name, 6_000))]);
    await pipeline.addSegment(beside, [received(events('e', 1))]);
    const worker = pipeline.newWorker();
    const commit = vi.spyOn(worker['log'], 'commit');
    expect(await worker.execute(new ProcessDeliveries([webhook.uuid, beside.uuid]))).toEqual([]);
    const written = commit.mock.calls.map(([turns]) =>
      turns.reduce((sum, { segments }) => sum + alarmsOf(segments).length, 0),
    );
    expect(Math.max(...written)).toBeLessThanOrEqual(12_001);
    expect([await numberOf('event', webhook), await numberOf('event', beside)]).toEqual([24_000, 1]);
    expect(await numberOf('alarm_state', webhook)).toBe(24_000);
    expect(await numberOf('alert', webhook)).toBe(24_000);
    const { rows: fed } = await pipeline.pool.query<{ event_key: string }>(
      `select event_key from event_feed, unnest(event_ids) with ordinality as fed (event_id, place)
       join event using (event_id) where webhook_id = $1 order by xid, index, place`,
      [webhook.uuid],
    );
    const inOrder = ['a', 'b', 'c', 'd'].flatMap((name) => events(name, 6_000));
    expect(fed.map(({ event_key }) => event_key)).toEqual(inOrder.map(({ event_key }) => event_key));
    // The events of one delivery are written by more than one statement. Each statement adds its own row to the feed.
    const { rows } = await pipeline.pool.query(
      `select max(cardinality(event_ids))::int as most, sum(cardinality(event_ids))::int as events
       from event_feed where domain_id = 'many'`,
    );
    expect(rows).toEqual([{ most: 5_000, events: 24_001 }]);
  }, 60_000);

  it('survives a delivery that its plugin would expand to gigabytes, and processes the next', async () => {
    const webhook = await pipeline.addWebhook('prometheus', 'copied');
    const alerts = Array.from({ length: 13_000 }, (_, n) => ({ status: 'firing', fingerprint: `${n}` }));
    await pipeline.addSegment(webhook, [received({ groupKey: 'k'.repeat(500_000), alerts })]);
    await pipeline.addSegment(webhook, [received({ alerts: [{ status: 'firing', fingerprint: 'last' }] })]);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    const { rows } = await pipeline.pool.query<{ event_key: string }>(
      `select event_key from event where webhook_id = $1 order by event_id desc limit 1`,
      [webhook.uuid],
    );
    expect(rows).toEqual([{ event_key: 'last' }]);
    const { rows: quarantined } = await pipeline.pool.query<{ reason: string }>(
      `select reason from quarantine where webhook_id = $1`,
      [webhook.uuid],
    );
    expect(quarantined).toEqual([
      { reason: expect.stringContaining('the alarms of this delivery hold more than') as string },
    ]);
  });

  it('goes on where many short deliveries become too large together, and a replay processes the rest', async () => {
    const webhooks = await Promise.all([1, 2, 3, 4].map((n) => pipeline.addWebhook('prometheus', `d${n}`)));
    const alertsOf = (delivery: number) =>
      Array.from({ length: 200 }, (_, n) => ({ status: 'firing', fingerprint: `${delivery} ${n}` }));
    const groupLabels = { a: 'l'.repeat(20_000) };
    for (const webhook of webhooks)
      await pipeline.addSegment(
        webhook,
        Array.from({ length: 10 }, (_, n) => received({ groupLabels, alerts: alertsOf(n) })),
      );
    const uuids = webhooks.map(({ uuid }) => uuid);
    expect(await pipeline.newWorker().execute(new ProcessDeliveries(uuids))).toEqual([]);
    for (const webhook of webhooks) {
      const { rows } = await pipeline.pool.query<{ reason: string }>(
        `select reason from quarantine where webhook_id = $1`,
        [webhook.uuid],
      );
      expect(rows).toHaveLength(3);
      for (const { reason } of rows) expect(reason).toContain('a replay reads it by itself');
      expect(await numberOf('event', webhook)).toBe(7 * 200);
    }

    for (const webhook of webhooks) {
      expect(await replayQuarantine(webhook)).toEqual({ state: 'DONE', done_count: 3, event_count: 600 });
      expect(await numberOf('quarantine', webhook)).toBe(0);
      expect(await numberOf('event', webhook)).toBe(10 * 200);
    }
  }, 60_000);
});
