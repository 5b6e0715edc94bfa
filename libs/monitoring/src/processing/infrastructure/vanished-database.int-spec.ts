import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { createVanishingDatabase, type VanishingDatabase } from '#test/vanishing-database.js';
import { createPipeline, direct, type Pipeline } from '../../../test/pipeline.js';
import { ProcessDeliveries } from '../application/process-deliveries.js';
import { FindBacklogHandler } from './find-backlog.handler.js';
import { FindBacklog } from '../application/find-backlog.js';
import { PostgresProcessingLog } from './postgres-processing-log.js';

const SILENCE = 1_000;

let pipeline: Pipeline;
let vanishing: VanishingDatabase;
beforeAll(async () => {
  pipeline = await createPipeline();
  vanishing = await createVanishingDatabase(pipeline.database.url, SILENCE);
});
afterAll(async () => {
  await vanishing.close();
  await pipeline.close();
});

it('processing fails in bounded time when the database vanishes, and resumes when it is back', async () => {
  vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const pool = vanishing.app.get(IngestPool);
  const log = new PostgresProcessingLog(pool);
  const [worker, sweep] = [pipeline.newWorker(log), new FindBacklogHandler(pool)];
  const webhook = await pipeline.addWebhook('direct');
  const post = (key: string) => pipeline.log.append(webhook, direct(key, 'ALERT', '2026-11-20T10:00:00Z'));
  const work = () => worker.execute(new ProcessDeliveries([webhook.uuid]));
  const events = async () => (await pipeline.pool.query('select from event')).rowCount;
  await post('before');
  await work();
  expect(await events()).toBe(1);

  await post('meanwhile');
  // The connections that are open at this point never receive anything again.
  const read = log.readPending.bind(log);
  vi.spyOn(log, 'readPending').mockImplementationOnce(async (webhooks) => {
    const pending = await read(webhooks);
    vanishing.network.cut();
    return pending;
  });
  const began = performance.now();
  await work();
  await expect(sweep.execute(new FindBacklog(10))).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(SILENCE + 13_000);
  expect(await events()).toBe(1);

  vanishing.network.restore(false);
  await vi.waitFor(async () => {
    await sweep.execute(new FindBacklog(10));
    await work();
    expect(await events()).toBe(2);
  }, 10_000);
});
