import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { CERTIFICATE_URL, snsSigner, SUBSCRIBE_URL } from '../../../test/senders.js';
import { NO_SIGNATURE } from '../../webhooks/domain/signature-settings.js';
import { CallFailedError } from './sender-verification.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ProcessDeliveries } from './process-deliveries.js';

let pipeline: Pipeline;
let sns: Awaited<ReturnType<typeof snsSigner>>;

beforeAll(async () => {
  [pipeline, sns] = await Promise.all([createPipeline(), snsSigner()]);
});
afterAll(() => pipeline.close());
beforeEach(async () => {
  pipeline.calls.called.length = 0;
  pipeline.calls.failure = undefined;
  pipeline.calls.certificates.set(CERTIFICATE_URL, sns.certificate);
  await pipeline.pool.query('delete from confirmation');
});

const deliver = async (webhook: AdmittedWebhook, ...bodies: object[]) => {
  for (const body of bodies) await pipeline.log.append(webhook, posted(body));
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
};
const confirm = () => pipeline.newConfirmer().execute();
const rows = async <Row>(text: string, ...values: unknown[]) =>
  (await pipeline.pool.query(text, values)).rows as Row[];
const outcomesOf = async ({ uuid }: AdmittedWebhook) =>
  (
    await rows<{ outcomes: { outcome: string; reason?: string }[][] }>(
      'select outcomes from delivery_segment where webhook_id = $1 and processed_at is not null order by seq',
      uuid,
    )
  ).flatMap(({ outcomes }) => outcomes.flat());
const healthOf = async ({ uuid }: AdmittedWebhook) =>
  (await rows('select failed_count, last_error from webhook_cursor where webhook_id = $1', uuid))[0];
const due = () => pipeline.pool.query(`update confirmation set next_attempt_at = now() - interval '1 s'`);

describe('a SubscriptionConfirmation of SNS', () => {
  it.each(['aws-sns', 'auto'])('is confirmed once, however often it comes (%s)', async (plugin_id) => {
    const webhook = await pipeline.addWebhook(plugin_id);
    await deliver(webhook, sns.confirmation(), sns.confirmation({}, '2'));
    expect(await outcomesOf(webhook)).toMatchObject([{ outcome: 'IGNORED' }, { outcome: 'IGNORED' }]);
    await Promise.all([confirm(), confirm(), confirm()]);
    expect(pipeline.calls.called).toEqual([SUBSCRIBE_URL]);
    await deliver(webhook, sns.confirmation());
    await due();
    await confirm();
    expect(pipeline.calls.called).toEqual([SUBSCRIBE_URL]);
    expect(await rows('select state, url, message from confirmation')).toEqual([
      { state: 'CONFIRMED', url: '', message: Buffer.alloc(0) },
    ]);
    expect(await healthOf(webhook)).toEqual({ failed_count: '0', last_error: null });
  });

  it('is not confirmed if its signature is wrong', async () => {
    const webhook = await pipeline.addWebhook('aws-sns');
    await deliver(webhook, { ...sns.confirmation(), Message: 'not what was signed' });
    await confirm();
    expect(pipeline.calls.called).toEqual([]);
    expect(await rows('select state from confirmation')).toEqual([{ state: 'FAILED' }]);
    expect(await healthOf(webhook)).toEqual({
      failed_count: '1',
      last_error: 'a sender was not confirmed: the signature of SNS does not match',
    });
  });

  it.each([
    'https://169.254.169.254/?Action=ConfirmSubscription&Token=2336412f37',
    'https://evil.example/?Action=ConfirmSubscription&Token=2336412f37',
    'https://sns.us-east-1.amazonaws.com.evil.example/?Action=ConfirmSubscription&Token=2336412f37',
    'https://sns.us-east-1.amazonaws.com:444/?Action=ConfirmSubscription&Token=2336412f37',
    'https://a:b@sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37',
    'http://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37',
    'https://sns.us-east-1.amazonaws.com/?Action=DeleteTopic&Token=2336412f37',
    'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=another',
    'file:///etc/passwd',
    'nonsense',
  ])('causes no call to the SubscribeURL %s, even if it is signed', async (SubscribeURL) => {
    await deliver(await pipeline.addWebhook('aws-sns'), sns.confirmation({ SubscribeURL }));
    await confirm();
    expect([pipeline.calls.called, await rows('select * from confirmation')]).toEqual([[], []]);
  });

  it('is retried if SNS cannot be reached, without delaying notifications', async () => {
    const webhook = await pipeline.addWebhook('aws-sns');
    pipeline.calls.failure = new CallFailedError('ENOTFOUND');
    await deliver(webhook, sns.confirmation(), sns.notification());
    expect(await outcomesOf(webhook)).toMatchObject([{ outcome: 'IGNORED' }, { outcome: 'CREATED' }]);
    await confirm();
    expect(await rows('select state, attempts, reason from confirmation')).toEqual([
      { state: 'PENDING', attempts: 1, reason: 'ENOTFOUND' },
    ]);
    pipeline.calls.failure = undefined;
    await confirm();
    expect(pipeline.calls.called).toEqual([]);
    await due();
    await confirm();
    expect(pipeline.calls.called).toEqual([SUBSCRIBE_URL]);
  });

  it('causes no call if it is an UnsubscribeConfirmation', async () => {
    const webhook = await pipeline.addWebhook('aws-sns');
    await deliver(webhook, sns.confirmation({ Type: 'UnsubscribeConfirmation' }));
    await confirm();
    expect(await outcomesOf(webhook)).toMatchObject([{ outcome: 'IGNORED' }]);
    expect([pipeline.calls.called, await rows('select * from confirmation')]).toEqual([[], []]);
  });
});

describe('a webhook that expects the signature of SNS', () => {
  const signed = (more: object = {}) =>
    pipeline.addWebhook('aws-sns', 'd1', { signature: { ...NO_SIGNATURE, scheme: 'SNS', ...more } });

  it('creates events from signed messages, and quarantines the others with the reason', async () => {
    const webhook = await signed();
    await deliver(
      webhook,
      sns.notification(),
      sns.notification({ MessageId: '2' }, '2'),
      { ...sns.notification(), Message: 'forged' },
      { ...sns.notification(), SigningCertURL: 'https://evil.example/SimpleNotificationService-a.pem' },
      { AlarmName: 'raw', NewStateValue: 'ALARM' },
    );
    await expect
      .poll(() => outcomesOf(webhook), { timeout: 10_000 })
      .toMatchObject([
        { outcome: 'CREATED' },
        { outcome: 'CREATED' },
        { outcome: 'QUARANTINED', reason: 'not authentic: the signature of SNS does not match' },
        { outcome: 'QUARANTINED', reason: expect.stringContaining('SigningCertURL') },
        { outcome: 'QUARANTINED', reason: expect.stringContaining('carries no signature of SNS') },
      ]);
  });

  it('accepts unsigned messages if no signature is required, but no wrong signatures', async () => {
    const webhook = await signed({ required: false });
    await deliver(
      webhook,
      { AlarmName: 'raw', NewStateValue: 'ALARM', AlarmArn: 'arn:aws:cloudwatch:x' },
      { ...sns.notification(), Message: 'forged' },
    );
    await expect
      .poll(() => outcomesOf(webhook), { timeout: 10_000 })
      .toMatchObject([{ outcome: 'CREATED' }, { outcome: 'QUARANTINED' }]);
  });

  it('postpones deliveries while the certificate cannot be fetched', async () => {
    const webhook = await signed();
    pipeline.calls.failure = new CallFailedError('ENOTFOUND');
    await deliver(webhook, sns.notification());
    await expect
      .poll(async () => (await healthOf(webhook)) as object, { timeout: 10_000 })
      .toMatchObject({ last_error: expect.stringContaining('the certificate of SNS cannot be fetched') });
    expect(await outcomesOf(webhook)).toEqual([]);
    pipeline.calls.failure = undefined;
    // Ends the pause of the webhook.
    await pipeline.pool.query('update webhook_cursor set next_attempt_at = null where webhook_id = $1', [
      webhook.uuid,
    ]);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    await expect.poll(() => outcomesOf(webhook), { timeout: 10_000 }).toMatchObject([{ outcome: 'CREATED' }]);
  });
});
