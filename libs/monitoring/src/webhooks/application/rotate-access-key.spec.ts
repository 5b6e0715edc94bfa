import { describe, expect, it } from 'vitest';
import { aWebhook, FakeWebhooks, FixedClock, scopeIn } from '../../../test/webhooks.js';
import { RotateAccessKey, RotateAccessKeyHandler } from './rotate-access-key.js';

describe('RotateAccessKey', () => {
  it('replaces the key, and ends the old one at once without a grace', async () => {
    const webhooks = new FakeWebhooks();
    const webhook = aWebhook();
    webhooks.all.push(webhook);
    const before = webhook.access_key;

    const handler = new RotateAccessKeyHandler(webhooks, new FixedClock());
    await handler.execute(new RotateAccessKey(scopeIn('d1'), webhook.webhook_id));

    expect(webhook.access_key).not.toBe(before);
    expect(webhook.previous_access_key_digest).toBeNull();
  });
});
