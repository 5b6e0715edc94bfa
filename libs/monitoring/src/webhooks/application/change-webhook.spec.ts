import { beforeEach, describe, expect, it } from 'vitest';
import { aWebhook, FakeWebhooks, FixedClock, NOW, scopeIn } from '../../../test/webhooks.js';
import type { Webhook } from '../domain/webhook.js';
import {
  DeleteWebhook,
  DeleteWebhookHandler,
  DisableWebhook,
  DisableWebhookHandler,
  EnableWebhook,
  EnableWebhookHandler,
  RotateAccessKey,
  RotateAccessKeyHandler,
  UpdateWebhook,
  UpdateWebhookHandler,
} from './change-webhook.js';

const clock = new FixedClock();
let webhooks: FakeWebhooks;
let webhook: Webhook;

beforeEach(() => {
  webhooks = new FakeWebhooks();
  webhook = aWebhook();
  webhooks.all.push(webhook);
});

it('UpdateWebhook changes the given fields, and writes them only once', async () => {
  const handler = new UpdateWebhookHandler(webhooks, clock);
  const changes = { name: 'two', settings: { max_rate: 9 } };
  const command = new UpdateWebhook(scopeIn('d1'), webhook.webhook_id, changes);

  await handler.execute(command);
  await handler.execute(command);

  expect(webhook).toMatchObject(changes);
  expect(webhooks.writes).toBe(1);
});

describe('RotateAccessKey', () => {
  const rotate = (grace_seconds?: number) =>
    new RotateAccessKeyHandler(webhooks, clock).execute(
      new RotateAccessKey(scopeIn('d1'), webhook.webhook_id, { grace_seconds }),
    );

  it('replaces the key, and ends the old one at once without a grace', async () => {
    const before = webhook.access_key;
    await rotate();
    expect(webhook.access_key).not.toBe(before);
    expect(webhook).toMatchObject({ previous_access_key_digest: null, previous_access_key_expires_at: null });
  });

  it('replaces the key, and keeps the old one valid until the grace ends', async () => {
    const { access_key: before, access_key_digest: digestBefore } = webhook;
    await rotate(90);
    expect(webhook.access_key).not.toBe(before);
    expect(webhook.previous_access_key_digest).toEqual(digestBefore);
    expect(webhook.previous_access_key_expires_at).toEqual(new Date(NOW.getTime() + 90_000));
  });
});

const enable = (domain_id = 'd1') =>
  new EnableWebhookHandler(webhooks, clock).execute(
    new EnableWebhook(scopeIn(domain_id), webhook.webhook_id),
  );
const disable = (domain_id = 'd1') =>
  new DisableWebhookHandler(webhooks, clock).execute(
    new DisableWebhook(scopeIn(domain_id), webhook.webhook_id),
  );
const remove = (domain_id = 'd1') =>
  new DeleteWebhookHandler(webhooks, clock).execute(
    new DeleteWebhook(scopeIn(domain_id), webhook.webhook_id),
  );

it('EnableWebhook enables the webhook, and writes it only once', async () => {
  webhook.disable(NOW);

  await enable();
  await enable();

  expect(webhook.state).toBe('ENABLED');
  expect(webhooks.writes).toBe(1);
});

it('DisableWebhook disables the webhook, and writes it only once', async () => {
  await disable();
  await disable();

  expect(webhook.state).toBe('DISABLED');
  expect(webhooks.writes).toBe(1);
});

it('DeleteWebhook leaves a tombstone that is not found again', async () => {
  await remove();

  expect(webhook.deleted_at).toEqual(NOW);
  await expect(remove()).rejects.toThrow('not found');
});

it.each([enable, disable, remove])("%o does not find another domain's webhook", async (change) => {
  await expect(change('d2')).rejects.toThrow('not found');
  expect(webhook).toMatchObject({ state: 'ENABLED', deleted_at: null });
});
