import { expect, it, vi } from 'vitest';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { crashedAt } from '../../../../test/crashed-workers.js';
import { DEFAULT_SETTINGS } from '../../../webhooks/domain/webhook-settings.js';
import type { PendingSegment } from '../ports/processing-log.js';
import { SandboxedParser, type LoadedWebhook } from './delivery-parser.js';

const webhook = {
  domain_id: 'd1',
  plugin_id: 'direct',
  plugin_version: direct.version,
  options: {},
  settings: DEFAULT_SETTINGS,
};
const loaded = { webhook, plugin: direct } as unknown as LoadedWebhook;
const pending = {
  delivery_id: '0192a5a0-0000-7000-8000-000000000001',
  damage: undefined,
  delivery: {
    received_at: new Date(Date.now() - 60_000),
    content_type: 'application/json',
    headers: {},
    query: {},
    path_suffix: '',
    body: Buffer.from(JSON.stringify({ event_key: 'a', title: 'a' })),
  },
};

/** Parses a delivery that had arrived when a worker crashed. */
async function parse(crashOf: Parameters<typeof crashedAt>[1]) {
  const isolation = crashedAt(new Date(), crashOf);
  await isolation.refresh();
  return new SandboxedParser(loaded, isolation).parse([pending], { late: false } as PendingSegment);
}

it('new deliveries are parsed in this process while there is no sandbox', async () => {
  const parsed = await parse(() => {
    throw new PluginUnavailableError('there is no process', 1);
  });
  expect(parsed).toMatchObject([[{ kind: 'alarm' }]]);
});

it('deliveries of a domain are tried in its own share of the sandbox', async () => {
  const crashOf = vi.fn(() => 'ends its process');
  expect(await parse(crashOf)).toMatchObject([[{ kind: 'unreadable' }]]);
  expect(crashOf).toHaveBeenCalledWith(expect.anything(), 'd1');
});
