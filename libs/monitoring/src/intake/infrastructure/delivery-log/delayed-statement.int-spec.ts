import { afterAll, beforeAll, expect, it } from 'vitest';
import { SystemClock } from '#shared/kernel/clock.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { until } from '#test/client.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import { createVanishingDatabase, type VanishingDatabase } from '#test/vanishing-database.js';
import { createPipeline, posted, type Pipeline } from '../../../../test/pipeline.js';
import { IntakeCounters } from '../intake-counters.js';
import { ArrivalClock } from './arrival-clock.js';
import { PostgresDeliveryLog } from './postgres-delivery-log.js';
import { SegmentWriter } from './segment-writer.js';
import { DeliverySpool } from './spool/delivery-spool.js';

let pipeline: Pipeline;
let folder: TestFolder;
let vanishing: VanishingDatabase;
let spool: DeliverySpool;
beforeAll(async () => {
  pipeline = await createPipeline();
  folder = await createTestFolder('held-up');
  vanishing = await createVanishingDatabase(pipeline.database.url, 60_000);
});
afterAll(async () => {
  await spool.onApplicationShutdown();
  await vanishing.close();
  await pipeline.close();
  await folder.remove();
});

it('marks a delivery acknowledged from the spool as late if the delayed statement stores it', async () => {
  const pool = vanishing.app.get(IngestPool);
  const clock = new ArrivalClock(pool, new SystemClock());
  await clock.onModuleInit();
  const writer = new SegmentWriter(pool, pipeline.wakeUps);
  spool = new DeliverySpool(writer, { spool: { dir: folder.path, maxBytes: 1_000_000, timeoutMs: 250 } });
  await spool.onModuleInit();
  const log = new PostgresDeliveryLog(writer, spool, clock, { memoryBytes: 1_000_000 }, new IntakeCounters());
  const webhook = await pipeline.addWebhook('direct');
  const stored = async () =>
    (
      await pipeline.pool.query('select late from delivery_segment where webhook_id = $1 order by seq', [
        webhook.uuid,
      ])
    ).rows;

  await log.append(webhook, posted('in time'));
  expect(await stored()).toEqual([{ late: false }]);
  vanishing.network.cut();
  await log.append(webhook, posted('acknowledged meanwhile'));
  expect(await stored()).toEqual([{ late: false }]);
  vanishing.network.restore(true);
  await until(
    async () => spool.isActive,
    (active) => !active,
  );
  expect(await stored()).toEqual([{ late: false }, { late: true }]);
  clock.onModuleDestroy();
});
