import { describe, expect, it } from 'vitest';
import { aWebhook, FakeWebhooks, FixedClock, scopeIn } from '../../../test/webhooks.js';
import { UpdateWebhook, UpdateWebhookHandler } from './update-webhook.js';

describe('UpdateWebhook', () => {
  it('changes the given fields, and writes them only once', async () => {
    const webhooks = new FakeWebhooks();
    const webhook = aWebhook();
    webhooks.all.push(webhook);
    const handler = new UpdateWebhookHandler(webhooks, new FixedClock());
    const command = new UpdateWebhook(scopeIn('d1'), webhook.webhook_id, {
      name: 'two',
      settings: { max_rate: 9 },
    });

    await handler.execute(command);
    await handler.execute(command);

    expect(webhook).toMatchObject({ name: 'two', settings: { max_rate: 9 } });
    expect(webhooks.writes).toBe(1);
  });
});
