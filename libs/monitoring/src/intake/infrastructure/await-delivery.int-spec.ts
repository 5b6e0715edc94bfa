import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseWriteHealth } from '#shared/platform/health/database-write-health.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import type { AdmittedWebhook } from '../application/ports/webhook-directory.js';
import { AwaitDelivery } from '../application/get-delivery.js';
import { AwaitDeliveryHandler } from './get-delivery.handler.js';

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

const wait = (seconds: number, signal = new AbortController().signal, domain_id = webhook.domain_id) =>
  waiting.execute(new AwaitDelivery({ domain_id }, delivery, seconds, signal));

describe('waiting for a delivery', () => {
  it('ends when the sender disconnects', async () => {
    const sender = new AbortController();
    const waited = wait(20, sender.signal);
    sender.abort();
    expect(await waited).toBeUndefined();
  });

  it('leaves room for other domains, however many requests of one wait', async () => {
    const senders = new AbortController();
    const many = Array.from({ length: 2_000 }, () => wait(20, senders.signal));
    expect(await wait(0.1, undefined, 'other')).toBe(false);
    senders.abort();
    expect(await Promise.all(many)).toEqual(many.map(() => undefined));
  });

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
