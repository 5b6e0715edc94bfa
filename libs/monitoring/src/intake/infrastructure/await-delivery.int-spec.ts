import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseWriteHealth } from '#shared/platform/health/database-write-health.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import type { AdmittedWebhook } from '../application/ports/webhook-directory.js';
import { AwaitDelivery } from '../application/await-delivery.js';
import { AwaitDeliveryHandler } from './await-delivery.handler.js';

let pipeline: Pipeline;
let readiness: Readiness;
let waiting: AwaitDeliveryHandler;
let webhook: AdmittedWebhook;
let delivery: string;

beforeAll(async () => {
  pipeline = await createPipeline();
  readiness = new Readiness(pipeline.pool, [], new DatabaseWriteHealth(pipeline.pool));
  waiting = new AwaitDeliveryHandler(pipeline.pool, readiness);
  webhook = await pipeline.addWebhook('direct');
  const { delivery_id } = await pipeline.log.append(webhook, posted({ event_key: 'k', title: 'T' }));
  delivery = delivery_id;
});
afterAll(() => pipeline.close());

const wait = (seconds: number) => waiting.execute(new AwaitDelivery(webhook, delivery, seconds));

describe('waiting for a delivery', () => {
  it('ends with false after its time, true when processed, and undefined at shutdown', async () => {
    expect(await wait(0.1)).toBe(false);
    const granted = wait(20);
    const processed = pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    expect(await granted).toBe(true);
    await processed;
    await pipeline.pool.query('update delivery_segment set processed_at = null');
    const interrupted = wait(20);
    readiness.drain();
    expect([await interrupted, await wait(20)]).toEqual([undefined, undefined]);
  });
});
