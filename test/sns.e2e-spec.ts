import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startWebhookService, type WebhookService } from './webhook-service.js';

let service: WebhookService;
beforeEach(async () => void (service = await startWebhookService()));
afterEach(() => service?.stop());

it('a forged message of SNS is quarantined and stays so after a replay', async () => {
  const { webhook_url, webhook_id } = await service.create({
    plugin_info: { plugin_id: 'aws-sns' },
    settings: { signature: { scheme: 'SNS' } },
  });
  const forged = {
    Type: 'Notification',
    MessageId: '1',
    TopicArn: 'arn:aws:sns:us-east-1:1:alarms',
    Message: 'Everything is lost',
    Timestamp: '2026-11-20T10:00:00.000Z',
    SignatureVersion: '2',
    Signature: 'AAAA',
    SigningCertURL: 'https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-a.pem',
  };
  const { status, body } = await service.call<Record<string, unknown>>(
    'POST',
    new URL(webhook_url).pathname,
    {
      body: forged,
      key: null,
      headers: { prefer: 'wait=15', 'content-type': 'text/plain' },
    },
  );
  const quarantined = [
    { outcome: 'QUARANTINED', reason: expect.stringMatching(/^not authentic: SigningCertURL/) },
  ];
  expect([status, body['outcomes']]).toMatchObject([200, quarantined]);
  const replayed = await service.call(
    'POST',
    `/monitoring/v1/delivery/${String(body['delivery_id'])}/replay`,
  );
  expect([replayed.status, replayed.body['outcomes']]).toMatchObject([200, quarantined]);

  const webhook = `/monitoring/v1/webhook/${webhook_id}`;
  const asked = await service.call('POST', `${webhook}/replay`, {
    body: { from: '2026-01-01T00:00:00Z', to: new Date(Date.now() + 60_000).toISOString() },
  });
  expect(asked).toMatchObject({ status: 202 });
  const replay = `/monitoring/v1/replay/${String(asked.body['replay_id'])}`;
  await vi.waitFor(
    async () =>
      expect((await service.call('GET', replay)).body).toMatchObject({
        state: 'DONE',
        event_count: 0,
        done_count: 1,
      }),
    { timeout: 20_000, interval: 200 },
  );
  const compared = await service.call('POST', `${webhook}/plugin/compare`, { body: { version: '1.0.0' } });
  expect(compared.body).toMatchObject({
    deliveries: 1,
    unreadable: { version: 1, compared_version: 1 },
  });
});
