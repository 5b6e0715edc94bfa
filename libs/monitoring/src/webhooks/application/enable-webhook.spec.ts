import { beforeEach, describe, expect, it } from 'vitest';
import { aWebhook, FakeWebhooks, FixedClock, NOW, scopeIn } from '../../../test/webhooks.js';
import type { Webhook } from '../domain/webhook.js';
import { EnableWebhook, EnableWebhookHandler } from './enable-webhook.js';

describe('EnableWebhook', () => {
  let webhooks: FakeWebhooks;
  let webhook: Webhook;
  const run = (domain_id = 'd1') =>
    new EnableWebhookHandler(webhooks, new FixedClock()).execute(
      new EnableWebhook(scopeIn(domain_id), webhook.webhook_id),
    );
  beforeEach(() => {
    webhooks = new FakeWebhooks();
    webhook = aWebhook();
    webhooks.all.push(webhook);
  });

  it('enables the webhook, and writes it only once', async () => {
    webhook.disable(NOW);

    await run();
    await run();

    expect(webhook.state).toBe('ENABLED');
    expect(webhooks.writes).toBe(1);
  });

  it("does not find another domain's webhook", async () => {
    await expect(run('d2')).rejects.toThrow('not found');
    expect(webhook).toMatchObject({ state: 'ENABLED', deleted_at: null });
  });
});
