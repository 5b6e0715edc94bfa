import { beforeEach, describe, expect, it } from 'vitest';
import { aWebhook, FakeWebhooks, FixedClock, scopeIn } from '../../../test/webhooks.js';
import type { Webhook } from '../domain/webhook.js';
import { DisableWebhook, DisableWebhookHandler } from './disable-webhook.js';

describe('DisableWebhook', () => {
  let webhooks: FakeWebhooks;
  let webhook: Webhook;
  const run = (domain_id = 'd1') =>
    new DisableWebhookHandler(webhooks, new FixedClock()).execute(
      new DisableWebhook(scopeIn(domain_id), webhook.webhook_id),
    );
  beforeEach(() => {
    webhooks = new FakeWebhooks();
    webhook = aWebhook();
    webhooks.all.push(webhook);
  });

  it('disables the webhook, and writes it only once', async () => {
    await run();
    await run();

    expect(webhook.state).toBe('DISABLED');
    expect(webhooks.writes).toBe(1);
  });

  it("does not find another domain's webhook", async () => {
    await expect(run('d2')).rejects.toThrow('not found');
    expect(webhook).toMatchObject({ state: 'ENABLED', deleted_at: null });
  });
});
