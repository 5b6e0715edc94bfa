import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { createPipeline, direct, posted, type Pipeline } from '../../../test/pipeline.js';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { CERTIFICATE_URL, snsSigner } from '../../../test/senders.js';
import { ANY_DELIVERY, DEFAULT_TERMS } from '../../webhooks/domain/heartbeat-terms.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { Delivery, Outcome } from '../../intake/domain/delivery.js';
import { NO_SIGNATURE } from '../../webhooks/domain/signature-settings.js';
import { ProcessDeliveries } from './process-deliveries.js';

const TOLERANCE = 300;
const signature = { ...NO_SIGNATURE, scheme: 'STANDARD_WEBHOOKS', tolerance: TOLERANCE } as const;
const START = Date.now() - 3_600_000;

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

const process = (...webhooks: AdmittedWebhook[]) =>
  pipeline.newWorker().execute(new ProcessDeliveries(webhooks.map(({ uuid }) => uuid)));
const signedAs = (id: string, event_type: 'ALERT' | 'RECOVERY', seconds = 0, key = 'disk'): Delivery => ({
  ...posted({ event_key: key, event_type, title: key }),
  signed_id: Buffer.from(id).toString('hex'),
  received_at: new Date(START + seconds * 1_000),
});
const rows = async <Row>(text: string, { uuid }: AdmittedWebhook) =>
  (await pipeline.pool.query(text, [uuid])).rows as Row[];
const outcomesOf = async (webhook: AdmittedWebhook) =>
  (
    await rows<{ outcomes: Outcome[][] }>(
      'select outcomes from delivery_segment where webhook_id = $1 and processed_at is not null order by seq',
      webhook,
    )
  ).flatMap(({ outcomes }) => outcomes.flat());
const statesOf = async (webhook: AdmittedWebhook) =>
  (await rows<{ state: string }>('select state from alert where webhook_id = $1', webhook)).map(
    ({ state }) => state,
  );

it('makes no event of a replay, which reopens no alert, and names the first delivery', async () => {
  const webhook = await pipeline.addWebhook('direct', 'd1', { signature });
  const first = await pipeline.addSegment(webhook, [
    signedAs('one', 'ALERT'),
    signedAs('two', 'RECOVERY', 1),
  ]);
  await process(webhook);
  await pipeline.addSegment(webhook, [signedAs('one', 'ALERT', 2)]);
  await process(webhook);
  expect(await outcomesOf(webhook)).toMatchObject([
    { outcome: 'CREATED' },
    { outcome: 'CREATED' },
    { outcome: 'DUPLICATE', reason: expect.stringContaining(formatId('delivery', first)) },
  ]);
  expect(await statesOf(webhook)).toEqual(['RESOLVED']);
});

it('finds the replay in the same batch, and only for its own webhook', async () => {
  const [webhook, other] = [
    await pipeline.addWebhook('direct', 'd1', { signature, deduplicate: false }),
    await pipeline.addWebhook('direct', 'd1', { signature }),
  ];
  await pipeline.addSegment(webhook, [signedAs('same', 'ALERT'), signedAs('same', 'ALERT', 1)]);
  await pipeline.addSegment(other, [signedAs('same', 'ALERT')]);
  await process(webhook, other);
  expect(await outcomesOf(webhook)).toMatchObject([{ outcome: 'CREATED' }, { outcome: 'DUPLICATE' }]);
  expect(await outcomesOf(other)).toMatchObject([{ outcome: 'CREATED' }]);
});

it('remembers for twice the tolerance after the last arrival', async () => {
  const webhook = await pipeline.addWebhook('direct', 'd1', { signature, deduplicate: false });
  for (const seconds of [0, 2 * TOLERANCE, 4 * TOLERANCE, 6 * TOLERANCE + 1]) {
    await pipeline.addSegment(webhook, [signedAs('slow', 'ALERT', seconds)]);
    await process(webhook);
  }
  expect((await outcomesOf(webhook)).map(({ outcome }) => outcome)).toEqual([
    'CREATED',
    'DUPLICATE',
    'DUPLICATE',
    'CREATED',
  ]);
});

it('does not take a delivery that is processed again for its own replay', async () => {
  const webhook = await pipeline.addWebhook('direct', 'd1', { signature });
  await pipeline.addSegment(webhook, [signedAs('again', 'ALERT')]);
  await process(webhook);
  // The state after a restore of the events' tables but not of the memory.
  for (const table of ['event', 'alert', 'alarm_state'])
    await rows(`delete from ${table} where webhook_id = $1`, webhook);
  await rows(
    'update delivery_segment set processed_at = null, outcomes = null where webhook_id = $1',
    webhook,
  );
  await process(webhook);
  expect(await outcomesOf(webhook)).toMatchObject([{ outcome: 'CREATED' }]);
  expect(await statesOf(webhook)).toEqual(['OPEN']);
});

it('lets a replayed delivery ping no heartbeat', async () => {
  const webhook = await pipeline.addWebhook('direct', 'd1', { signature, heartbeat: DEFAULT_TERMS });
  await new HeartbeatsUnderTest(pipeline).add(webhook, ANY_DELIVERY);
  const lastPing = async () =>
    (
      await rows<{ last_ping_at: Date }>('select last_ping_at from heartbeat where webhook_id = $1', webhook)
    )[0]?.last_ping_at;
  await pipeline.addSegment(webhook, [signedAs('beat', 'ALERT')]);
  await process(webhook);
  await pipeline.addSegment(webhook, [signedAs('beat', 'ALERT', 100)]);
  await process(webhook);
  expect(await lastPing()).toEqual(new Date(START));
});

it('takes equal bodies without a signed id for two outages', async () => {
  const webhook = await pipeline.addWebhook('direct', 'd1', {
    signature: { ...signature, scheme: 'GITHUB' },
  });
  for (const [event_type, at] of [
    ['ALERT', '10:00'],
    ['RECOVERY', '10:05'],
    ['ALERT', '10:10'],
  ] as const) {
    await pipeline.log.append(webhook, direct('db', event_type, `2026-11-20T${at}:00Z`));
    await process(webhook);
  }
  expect((await outcomesOf(webhook)).map(({ outcome }) => outcome)).toEqual([
    'CREATED',
    'CREATED',
    'CREATED',
  ]);
  expect((await statesOf(webhook)).toSorted()).toEqual(['OPEN', 'RESOLVED']);
});

it('knows the messages of SNS by their ids, if they are authentic', async () => {
  const sns = await snsSigner();
  pipeline.calls.certificates.set(CERTIFICATE_URL, sns.certificate);
  const webhook = await pipeline.addWebhook('aws-sns', 'd1', { signature: { ...signature, scheme: 'SNS' } });
  const forged = { ...sns.notification(), Message: 'forged' };
  const bodies = [
    forged,
    sns.notification(),
    sns.notification({}, '2'),
    sns.notification({ MessageId: 'another' }),
  ];
  for (const body of bodies) await pipeline.log.append(webhook, posted(body));
  await process(webhook);
  // Nobody waits for webhooks whose deliveries are checked with a certificate.
  await expect.poll(() => outcomesOf(webhook)).toHaveLength(bodies.length);
  const [refused, created, repeated, next] = await outcomesOf(webhook);
  expect([refused?.outcome, created?.outcome]).toEqual(['QUARANTINED', 'CREATED']);
  expect(repeated).toMatchObject({ outcome: 'DUPLICATE', reason: expect.stringContaining('delivery_') });
  expect(next).toMatchObject({ event_id: expect.any(String) });
});
