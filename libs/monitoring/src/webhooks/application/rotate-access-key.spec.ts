import { describe, expect, it } from 'vitest';
import { aWebhook, FakeWebhooks, FixedClock, NOW, scopeIn } from '../../../test/webhooks.js';
import type { Webhook } from '../domain/webhook.js';
import { RotateAccessKey, RotateAccessKeyHandler } from './rotate-access-key.js';

describe('RotateAccessKey', () => {
  const rotate = async (webhook: Webhook, grace_seconds?: number) => {
    const webhooks = new FakeWebhooks();
    webhooks.all.push(webhook);
    const handler = new RotateAccessKeyHandler(webhooks, new FixedClock());
    await handler.execute(new RotateAccessKey(scopeIn('d1'), webhook.webhook_id, { grace_seconds }));
  };

  it('replaces the key, and ends the old one at once without a grace', async () => {
    const webhook = aWebhook();
    const before = webhook.access_key;
    await rotate(webhook);
    expect(webhook.access_key).not.toBe(before);
    expect(webhook).toMatchObject({ previous_access_key_digest: null, previous_access_key_expires_at: null });
  });

  it('replaces the key, and keeps the old one valid until the grace ends', async () => {
    const webhook = aWebhook();
    const { access_key: before, access_key_digest: digestBefore } = webhook;
    await rotate(webhook, 90);
    expect(webhook.access_key).not.toBe(before);
    expect(webhook.previous_access_key_digest).toEqual(digestBefore);
    expect(webhook.previous_access_key_expires_at).toEqual(new Date(NOW.getTime() + 90_000));
  });
});
