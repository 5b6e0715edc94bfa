import { expect, it } from 'vitest';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import { cloudevents } from '#senders/systems/cloudevents/plugin.js';
import { DEFAULT_SETTINGS } from '../../webhooks/domain/webhook-settings.js';
import { GetPreflightHeaders, GetPreflightHeadersHandler } from './get-preflight-headers.js';
import type { AdmittedWebhook } from './ports/webhook-directory.js';

const webhook = {
  plugin_id: 'cloudevents',
  plugin_version: '99.0.0',
  settings: DEFAULT_SETTINGS,
} as unknown as AdmittedWebhook;

const askPermission = (plugins: readonly AnyPlugin[]) =>
  new GetPreflightHeadersHandler(new PluginRegistry(plugins)).execute(
    new GetPreflightHeaders(webhook, { 'webhook-request-origin': 'events.example.com' }),
  );

it('a process that is older than the plugin of a webhook grants permission too', async () => {
  expect(await askPermission([cloudevents])).toMatchObject({
    'webhook-allowed-origin': 'events.example.com',
  });
});

it('a process without the plugin of a webhook does not refuse, and asks to send again', async () => {
  await expect(askPermission([])).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE', retryAfter: 5 });
});
