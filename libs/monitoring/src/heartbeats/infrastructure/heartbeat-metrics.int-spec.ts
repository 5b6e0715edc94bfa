import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { createPipeline, type Pipeline } from '../../../test/pipeline.js';
import { HeartbeatMetrics, COUNT_HEARTBEATS } from './heartbeat-metrics.js';

let pipeline: Pipeline;
let subject: HeartbeatsUnderTest;
let pool: QueryPool;

beforeAll(async () => {
  pipeline = await createPipeline();
  subject = new HeartbeatsUnderTest(pipeline);
  pool = new QueryPool({ connectionString: pipeline.database.url, max: 1 });
  await subject.tick();
});
beforeEach(() => subject.sql('delete from heartbeat'));
afterAll(async () => {
  await pool.end();
  await pipeline.close();
});

async function scrape(): Promise<{ readonly missing: number; readonly overdue: number }> {
  const metrics = new Metrics();
  expect(new HeartbeatMetrics(metrics, pool)).toBeDefined();
  const text = await metrics.text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    missing: valueOf('tocsin_heartbeats_missing'),
    overdue: valueOf('tocsin_heartbeats_overdue_seconds'),
  };
}

it('reports 0 missing and 0 overdue without heartbeats', async () => {
  expect(await scrape()).toEqual({ missing: 0, overdue: 0 });
});

it('reports a heartbeat as overdue until it is checked, and as missing until the next ping', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await subject.add(webhook, 'backup', { expect_every: '5m', grace: '1m' });
  const ping = async () => {
    await subject.ping(webhook, 'backup');
    await subject.process(webhook);
  };
  await ping();
  expect(await scrape()).toEqual({ missing: 0, overdue: 0 });
  await subject.pass(6 * 60 + 40);
  const { missing, overdue } = await scrape();
  expect([missing, Math.round(overdue / 10)]).toEqual([0, 4]);
  await subject.tick();
  await subject.process(webhook);
  expect(await scrape()).toEqual({ missing: 1, overdue: 0 });
  await ping();
  expect(await scrape()).toEqual({ missing: 0, overdue: 0 });
});

it('reads the counts from indexes without a sequential scan', async () => {
  await subject.sql(
    `insert into heartbeat (heartbeat_id, domain_id, webhook_id, project_id, name, expect_every, grace, patience,
       severity, state, due_at)
     select gen_random_uuid(), 'd' || n % 10, gen_random_uuid(), 'p1', 'n', '5m', '1m', 360, 'ERROR',
       case when n % 1000 = 0 then 'MISSING' else 'ALIVE' end, now() + n * interval '1 s'
     from generate_series(1, 10000) as n`,
  );
  await subject.sql('analyze heartbeat');
  const rows = await subject.sql<{ 'QUERY PLAN': string }>(`explain ${COUNT_HEARTBEATS}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('heartbeat_missing');
  expect(plan).toContain('heartbeat_due');
  expect(plan).not.toContain('Seq Scan');
  expect(await scrape()).toEqual({ missing: 10, overdue: 0 });
});
