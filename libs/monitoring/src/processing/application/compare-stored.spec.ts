import { expect, it, vi } from 'vitest';
import { PluginRegistry } from '#senders/registry.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { noSenderChecks } from '../../../test/senders.js';
import { aWebhook, FakeStoredDeliveries } from '../../../test/webhooks.js';
import { DEFAULT_SETTINGS } from '../../webhooks/domain/webhook-settings.js';
import {
  checkStoredDeliveries,
  compareDeliveries,
  compareStoredDeliveries,
  compareVersions,
} from './compare-stored.js';
import type { PluginSandbox } from './ports/plugin-sandbox.js';

const other: Plugin = {
  ...direct,
  version: '9.0.0',
  parse: (delivery, options) =>
    direct
      .parse(delivery, options)
      .map((one) =>
        one.outcome === 'EVENT' ? { ...one, event: { ...one.event, raw_data: [one.event.raw_data] } } : one,
      ),
};

it('reports a difference for all deliveries, with details up to a size limit', async () => {
  const stored = Array.from({ length: 30 }, (_, n) => ({
    delivery_id: `0192a5a0-0000-7000-8000-0000000000${n + 10}`,
    outcomes: [],
    delivery: {
      received_at: new Date('2026-11-20T10:00:00Z'),
      content_type: 'application/json',
      headers: {},
      query: {},
      path_suffix: '',
      body: Buffer.from(JSON.stringify({ event_key: `k${n}`, title: 't', x: 'x'.repeat(400_000) })),
    },
  }));
  const compared = await compareDeliveries(stored, (one) =>
    compareVersions(one, { plugin: direct, options: {} }, { plugin: other, options: {} }),
  );
  expect(compared.map(({ differences }) => differences.map(({ difference }) => difference))).toEqual(
    stored.map(() => ['CHANGED']),
  );
  expect(compared[0]?.differences[0]?.changes).toMatchObject([{ field: 'raw_data' }]);
  expect(compared.at(-1)?.differences[0]?.changes).toEqual([]);
  expect(JSON.stringify(compared.map(({ differences }) => differences)).length).toBeLessThan(10_000_000);
});

it('deliveries whose signature is checked here are tried in the share of their domain first', async () => {
  const store = new FakeStoredDeliveries();
  const delivery = {
    received_at: new Date('2026-11-20T10:00:00Z'),
    content_type: 'application/json',
    headers: {},
    query: {},
    path_suffix: '',
    body: Buffer.from('{}'),
  };
  store.deliveries = [{ delivery_id: 'd', delivery, outcomes: [] }];
  const detectCrash = vi.fn(async () => 'ends the process');
  const parsers = {
    store,
    senders: noSenderChecks(new PluginRegistry([direct, other])),
    sandbox: { detectCrash } as Partial<PluginSandbox> as PluginSandbox,
  };
  const webhook = Object.assign(aWebhook(), {
    settings: { ...DEFAULT_SETTINGS, signature: { scheme: 'SNS', required: true } },
  });
  expect(await checkStoredDeliveries(parsers, webhook, direct)).toMatchObject([
    { ok: false, message: expect.stringContaining('ends the process') },
  ]);
  await expect(compareStoredDeliveries(parsers, webhook, [direct, other])).rejects.toThrow(
    'ends the process',
  );
  const call = [expect.anything(), webhook.domain_id];
  expect(detectCrash.mock.calls).toEqual([call, call]);
});
