import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import { sql } from '#test/sql.js';
import { noSenderChecks } from '../../../test/senders.js';
import { createWebhookStore, type WebhookStore } from '../../../test/webhook-store.js';
import { aWebhook, FakeStoredDeliveries, FixedClock, samplePlugin, scopeIn } from '../../../test/webhooks.js';
import type { PluginSandbox } from '../../processing/application/ports/plugin-sandbox.js';
import { PluginChecks } from '../application/check-plugin.js';
import { UpgradePlugins } from './upgrade-plugins.js';

let store: WebhookStore;
const scope = scopeIn('d1');
beforeAll(async () => (store = await createWebhookStore()));
afterAll(() => store.close());
beforeEach(async () => {
  for (const table of ['plugin_upgrade', 'worker_plugins', 'webhook'])
    await sql(store.url, `delete from ${table}`);
});

const options = {
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: [],
};
const blocks = () => {
  throw new Error('parsed in the worker');
};

function createUpgrader(sandbox: Partial<PluginSandbox>, more: Partial<Plugin> = {}): UpgradePlugins {
  const registry = new PluginRegistry(
    ['1.0.0', '1.1.0'].map((version) => samplePlugin(version, { ...options, parse: blocks, ...more })),
  );
  const stored = new FakeStoredDeliveries();
  const received_at = new Date();
  const delivery = {
    received_at,
    content_type: '',
    headers: {},
    query: {},
    path_suffix: '',
    body: Buffer.from('{}'),
  };
  stored.deliveries = [{ delivery_id: 'd', delivery, outcomes: [{ outcome: 'CREATED', event_id: 'e' }] }];
  const checks = new PluginChecks(registry, stored, noSenderChecks(registry), sandbox as PluginSandbox);
  return new UpgradePlugins(registry, store.dataSource, store.webhooks, checks, new FixedClock(new Date()));
}

async function addWebhook(): Promise<() => Promise<{ plugin_version: string }>> {
  const plugin = { version: '1.0.0', upgrade_mode: 'AUTO' as const, options: {}, secret_options: {} };
  const webhook = aWebhook({ name: 'one', plugin });
  await store.webhooks.add(scope, webhook);
  return () => store.webhooks.find(scope, webhook.webhook_id);
}

const unchanged = { differences: [], worse: false, unreadable: { before: false, after: false } };
const exceed = async () => {
  throw DomainError.invalid('version', 'takes more than 5 s to parse');
};

it('versions are tried in the sandbox', async () => {
  const find = await addWebhook();
  await createUpgrader({ check: async () => ({ differs: false }), compare: async () => unchanged }).execute();
  expect(await find()).toMatchObject({ plugin_version: '1.1.0' });
});

it('a version that exceeds the limits of the sandbox is not taken, one that replaces such a version is', async () => {
  const find = await addWebhook();
  await createUpgrader({ check: exceed, compare: exceed }).execute();
  expect(await find()).toMatchObject({ plugin_version: '1.0.0' });
  expect(await sql(store.url, `select reason from plugin_upgrade`)).toMatchObject([
    { reason: expect.stringContaining('takes more than 5 s to parse') },
  ]);
  await sql(store.url, 'delete from plugin_upgrade');
  await createUpgrader({ check: async () => ({ differs: false }), compare: exceed }).execute();
  expect(await find()).toMatchObject({ plugin_version: '1.1.0' });
});

it('the sign of life of the worker does not wait for an upgrade, which is limited in time', async () => {
  const find = await addWebhook();
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] });
  try {
    const verify = vi.fn(() => new Promise<never>(() => undefined));
    const upgrader = createUpgrader({}, { verify });
    const upgrading = upgrader.execute();
    await vi.waitFor(() => expect(verify).toHaveBeenCalled());
    await upgrader.announce();
    expect(await sql(store.url, 'select from worker_plugins')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(300_000);
    await upgrading;
  } finally {
    vi.useRealTimers();
  }
  expect(await find()).toMatchObject({ plugin_version: '1.0.0' });
  expect(await sql(store.url, `select reason from plugin_upgrade`)).toMatchObject([
    { reason: expect.stringContaining('the upgrade took over') },
  ]);
});

const claims = () =>
  sql<{ reason: string | null; version: string; is_recent: boolean }>(
    store.url,
    `select reason, version, checked_at > now() - interval '1 hour' as is_recent from plugin_upgrade`,
  );

it('what a run that failed has claimed is tried again', async () => {
  const find = await addWebhook();
  const upgrader = createUpgrader({
    check: async () => ({ differs: false }),
    compare: async () => unchanged,
  });
  // Neither the webhook nor the failure can be written.
  await sql(
    store.url,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$;
     create trigger refuse before update on webhook for each row execute function refuse();
     create trigger refuse before update of reason on plugin_upgrade for each row when (new.reason is not null)
       execute function refuse()`,
  );
  try {
    await expect(upgrader.execute()).rejects.toThrow('away');
  } finally {
    await sql(store.url, 'drop function refuse cascade');
  }
  expect(await claims()).toEqual([{ version: '1.1.0', reason: null, is_recent: true }]);
  await upgrader.execute();
  expect(await find()).toMatchObject({ plugin_version: '1.1.0' });
});

it('a worker that stops leaves what others have claimed since', async () => {
  await addWebhook();
  const { promise, resolve } = Promise.withResolvers<never[]>();
  const verify = vi.fn(() => promise);
  const stopping = createUpgrader({ check: async () => ({ differs: false }), compare: exceed }, { verify });
  const upgrading = stopping.execute();
  await vi.waitFor(() => expect(verify).toHaveBeenCalled());
  await sql(
    store.url,
    `update plugin_upgrade set reason = 'held back', checked_at = checked_at + interval '1 ms'`,
  );
  await stopping.beforeApplicationShutdown();
  expect(await claims()).toEqual([{ version: '1.1.0', reason: 'held back', is_recent: true }]);
  resolve([]);
  await upgrading;
});

it('a worker that stops releases the upgrades that it has begun', async () => {
  const find = await addWebhook();
  const { promise, resolve } = Promise.withResolvers<never[]>();
  const verify = vi.fn(() => promise);
  const stopping = createUpgrader({ check: async () => ({ differs: false }), compare: exceed }, { verify });
  const upgrading = stopping.execute();
  await vi.waitFor(() => expect(verify).toHaveBeenCalled());
  await stopping.beforeApplicationShutdown();
  await createUpgrader({ check: async () => ({ differs: false }), compare: async () => unchanged }).execute();
  expect(await find()).toMatchObject({ plugin_version: '1.1.0' });
  resolve([]);
  await upgrading;
});
