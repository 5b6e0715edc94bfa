import { beforeEach, describe, expect, it } from 'vitest';
import { aWebhook, FakeWebhooks, FixedClock, NOW, scopeIn } from '../../../test/webhooks.js';
import type { Webhook } from '../domain/webhook.js';
import { DeleteWebhook, DeleteWebhookHandler } from './delete-webhook.js';

describe('DeleteWebhook', () => {
  let webhooks: FakeWebhooks;
  let webhook: Webhook;
  const run = (domain_id = 'd1') =>
    new DeleteWebhookHandler(webhooks, new FixedClock()).execute(
      new DeleteWebhook(scopeIn(domain_id), webhook.webhook_id),
    );
  beforeEach(() => {
    webhooks = new FakeWebhooks();
    webhook = aWebhook();
    webhooks.all.push(webhook);
  });

  it('leaves a tombstone that is not found again', async () => {
    await run();

    expect(webhook.deleted_at).toEqual(NOW);
    await expect(run()).rejects.toThrow('not found');
  });

  it("does not find another domain's webhook", async () => {
    await expect(run('d2')).rejects.toThrow('not found');
    expect(webhook).toMatchObject({ state: 'ENABLED', deleted_at: null });
  });
});
