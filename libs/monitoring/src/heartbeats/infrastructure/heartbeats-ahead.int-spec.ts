import { afterAll, beforeAll, expect, it } from 'vitest';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { createPipeline, type Pipeline } from '../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { createHeartbeatDelivery } from '../domain/heartbeat-delivery.js';

let pipeline: Pipeline;
let subject: HeartbeatsUnderTest;

beforeAll(async () => {
  pipeline = await createPipeline();
  subject = new HeartbeatsUnderTest(pipeline);
  await subject.tick();
});
afterAll(() => pipeline.close());

/** A webhook with a heartbeat that was pinged just now. */
async function addAliveHeartbeat(): Promise<AdmittedWebhook> {
  const webhook = await pipeline.addWebhook('direct');
  await subject.add(webhook, 'backup', { expect_every: '5m', grace: '1m', severity: 'ERROR' });
  await subject.ping(webhook, 'backup');
  await subject.process(webhook);
  return webhook;
}

it('the next ping is a recovery after the database clock was set back', async () => {
  const webhook = await addAliveHeartbeat();
  await subject.pass(400);
  await subject.tick();
  await subject.process(webhook);
  expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'OPEN' }]);
  await subject.outage(-3600);
  await subject.tick();
  await subject.process(webhook);
  await subject.ping(webhook, 'backup');
  await subject.process(webhook);
  expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'RESOLVED' }]);
});

it('failures and recoveries after what arrived ahead of the database clock have their effect', async () => {
  const webhook = await addAliveHeartbeat();
  const add = async (kind: 'ping' | 'fail', received_at: Date) => {
    await pipeline.addSegment(webhook, [
      { ...createHeartbeatDelivery({ kind, name: 'backup' }), received_at },
    ]);
    await subject.process(webhook);
  };
  await add('ping', new Date(Date.now() + 3_600_000));
  await add('fail', new Date());
  expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'OPEN' }]);
  await add('fail', new Date(Date.now() + 3_600_000));
  await add('ping', new Date());
  expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'RESOLVED' }]);
});
