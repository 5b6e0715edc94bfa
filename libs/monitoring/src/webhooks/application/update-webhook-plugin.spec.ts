import { beforeEach, describe, expect, it } from 'vitest';
import { aWebhook, FakeWebhooks, FixedClock, samplePlugin, scopeIn } from '../../../test/webhooks.js';
import type { Webhook } from '../domain/webhook.js';
import { PluginRegistry } from '#senders/registry.js';
import type { PluginRequest } from './choose-plugin.js';
import { UpdateWebhookPlugin, UpdateWebhookPluginHandler } from './update-webhook-plugin.js';

describe('UpdateWebhookPlugin', () => {
  const registry = new PluginRegistry(['1.0.0', '1.1.0', '2.0.0'].map((version) => samplePlugin(version)));
  let webhooks: FakeWebhooks;
  let webhook: Webhook;
  const update = (asked: PluginRequest) =>
    new UpdateWebhookPluginHandler(webhooks, registry, new FixedClock()).execute(
      new UpdateWebhookPlugin(scopeIn('d1'), webhook.webhook_id, asked),
    );
  beforeEach(async () => {
    webhooks = new FakeWebhooks();
    webhook = aWebhook({
      plugin: {
        version: '1.1.0',
        upgrade_mode: 'AUTO',
        options: { channel: 'ops' },
        secret_options: { token: 's3cret' },
      },
    });
    webhooks.all.push(webhook);
  });

  it('moves to the version asked for and pins it', async () => {
    await update({ version: '2.0.0' });

    expect(webhook).toMatchObject({
      plugin_version: '2.0.0',
      upgrade_mode: 'MANUAL',
      options: { channel: 'ops' },
    });
  });

  it('replaces options whole and keeps a secret that comes as ***', async () => {
    await update({ options: { token: '***' } });

    expect(webhook).toMatchObject({ options: {}, secret_options: { token: 's3cret' } });
    expect(webhook.options).not.toHaveProperty('channel');
  });

  it('needs the secret again if the host of an address changes', async () => {
    webhook.options = { channel: 'https://parser.example/a' };
    await update({ options: { channel: 'https://parser.example/b', token: '***' } });
    expect(webhook.options).toEqual({ channel: 'https://parser.example/b' });
    const moved = update({ options: { channel: 'https://other.example/b', token: '***' } });
    await expect(moved).rejects.toThrow(/^options must contain the secrets again/);
    await update({ options: { channel: 'https://other.example/b', token: 'new' } });
    expect(webhook.secret_options).toEqual({ token: 'new' });
  });

  it('refuses a version that does not take the options in force', async () => {
    webhook.secret_options = {};

    await expect(update({ version: '2.0.0' })).rejects.toThrow('options.token is required');
    expect(webhook.plugin_version).toBe('1.1.0');
  });

  it('refuses an unknown version and names the field as it was sent', async () => {
    await expect(update({ version: '3.0.0' })).rejects.toThrow(
      /^version must be one of 2\.0\.0, 1\.1\.0, 1\.0\.0/,
    );
  });

  it('writes nothing when nothing changes', async () => {
    await update({});
    await update({ upgrade_mode: 'AUTO', options: { token: '***', channel: 'ops' } });

    expect(webhooks.writes).toBe(0);
  });
});
