import { expect, it } from 'vitest';
import { SystemClock } from '#shared/kernel/clock.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { NO_SIGNATURE } from '../../webhooks/domain/signature-settings.js';
import type { AdmittedWebhook, WebhookDirectory } from './ports/webhook-directory.js';
import { SenderAuthentication } from './admit-delivery.js';

const webhook = {
  uuid: 'w',
  plugin_id: 'acme',
  plugin_version: '2.0.0',
  settings: { signature: NO_SIGNATURE },
} as unknown as AdmittedWebhook;
const senders = new SenderAuthentication({} as WebhookDirectory, new SystemClock());

it('a process without the plugin of a webhook accepts nothing for it, and asks to send again', async () => {
  expect(senders.isPublic(webhook, undefined)).toBe(false);
  await expect(
    senders.authenticate(webhook, undefined, { headers: {}, body: Buffer.from('{}') }),
  ).rejects.toMatchObject({
    code: 'ERROR_UNAVAILABLE',
    message: 'This process has no version of plugin acme',
    retryAfter: 5,
  });
  expect(senders.isPublic(webhook, direct)).toBe(true);
});
