import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newUuid, parseId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import type { AnyPlugin, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import { noSenderChecks } from '../../../test/senders.js';
import { createWebhookStore, type WebhookStore } from '../../../test/webhook-store.js';
import { aWebhook, FixedClock, samplePlugin, scopeIn } from '../../../test/webhooks.js';
import { compareHere, sandboxHere } from '../../../test/compare-here.js';
import { PostgresStoredDeliveries } from '../../processing/infrastructure/postgres-stored-deliveries.js';
import { newSegmentId, encodeSegment } from '../../intake/tables/segment-codec.js';
import type { Webhook } from '../domain/webhook.js';
import { GetWebhookHandler } from './webhook-resource.js';
import { PluginChecks } from '../application/check-plugin.js';
import { ComparePlugin } from '../application/compare-plugin.js';
import { GetWebhook } from '../application/read-webhooks.js';
import { UpgradePlugins } from './upgrade-plugins.js';

let store: WebhookStore;
let stored: PostgresStoredDeliveries;
const scope = scopeIn('d1');

beforeAll(async () => {
  store = await createWebhookStore();
  stored = new PostgresStoredDeliveries(store.dataSource);
});
afterAll(() => store.close());
beforeEach(async () => {
  for (const table of ['plugin_upgrade', 'worker_plugins', 'webhook', 'delivery_segment'])
    await sql(store.url, `delete from ${table}`);
});

/** A version that parses `{name, level}`. `read` returns how it differs. */
function version(number: string, read: (body: Record<string, unknown>) => Partial<PluginOutcome & object>) {
  return samplePlugin(number, {
    optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
    samples: [],
    parse: ({ body }) => {
      const fields = body as Record<string, unknown>;
      const event = {
        event_key: String(fields['name']),
        event_type: 'ALERT' as const,
        title: String(fields['name']),
        raw_data: body,
        pointer: '',
      };
      return [{ outcome: 'EVENT' as const, event, ...read(fields) } as PluginOutcome];
    },
  });
}
const first = version('1.0.0', () => ({}));
const better = version('1.1.0', ({ name, level }) => ({
  event: {
    event_key: String(name),
    event_type: 'ALERT',
    title: String(name),
    severity: level === 1 ? 'CRITICAL' : 'NONE',
    raw_data: { name: String(name), level: Number(level) },
    pointer: '',
  },
}));
const worse = version('2.0.0', ({ level }) =>
  level === 2 ? { outcome: 'ERROR', pointer: '', reason: 'cannot read level 2' } : {},
);

const upgrader = (...plugins: AnyPlugin[]) => {
  const registry = new PluginRegistry(plugins);
  const checks = new PluginChecks(registry, stored, noSenderChecks(registry), sandboxHere(registry));
  return new UpgradePlugins(registry, store.dataSource, store.webhooks, checks, new FixedClock(new Date()));
};

let count = 0;
async function add(upgrade_mode: 'AUTO' | 'MANUAL', levels: readonly number[] = []): Promise<Webhook> {
  const plugin = { version: '1.0.0', upgrade_mode, options: {}, secret_options: {} };
  const webhook = aWebhook({ name: `webhook ${(count += 1)}`, plugin });
  await store.webhooks.add(scope, webhook);
  for (const level of levels) {
    const received_at = new Date();
    const delivery = {
      received_at,
      content_type: 'application/json',
      headers: {},
      query: {},
      path_suffix: '',
      body: Buffer.from(JSON.stringify({ name: `n${level}`, level })),
    };
    await store.dataSource.query(
      `with added as (
         insert into delivery_segment (domain_id, segment_id, webhook_id, received_at, delivery_count, payload,
           outcomes, processed_at, previous_id)
         select 'd1', $1, $2, $3::timestamptz, 1, $4::bytea, $5::json, now(), last_segment_id
         from webhook_cursor where webhook_id = $2
       )
       update webhook_cursor set last_segment_id = $1 where webhook_id = $2`,
      [
        newSegmentId(received_at),
        parseId('webhook', webhook.webhook_id),
        received_at,
        encodeSegment([delivery]),
        JSON.stringify([[{ outcome: 'CREATED', event_id: newUuid(received_at) }]]),
      ],
    );
  }
  return webhook;
}
const get = ({ webhook_id }: Webhook) =>
  new GetWebhookHandler(store.pool, store.records).execute(new GetWebhook(scope, webhook_id));

describe('UpgradePlugins', () => {
  it('upgrades AUTO webhooks to a version that is no worse, and leaves MANUAL ones', async () => {
    const [auto, fresh, pinned] = [await add('AUTO', [1, 2]), await add('AUTO'), await add('MANUAL', [1])];

    await upgrader(first, better).execute();

    for (const moved of [auto, fresh])
      expect(await get(moved)).toMatchObject({
        version: '1.1.0',
        plugin_info: { upgrade_mode: 'AUTO' },
        health: { upgrade: null },
      });
    expect(await get(pinned)).toMatchObject({ version: '1.0.0', plugin_info: { upgrade_mode: 'MANUAL' } });
    expect(
      await sql(store.url, `select action from audit_log where action = 'webhook.upgrade_plugin'`),
    ).toHaveLength(2);
  });

  it('refuses a version that parses received deliveries worse, and reports it in the health', async () => {
    const [touched, untouched] = [await add('AUTO', [1, 2, 3]), await add('AUTO', [1])];

    await upgrader(first, worse).execute();

    expect(await get(touched)).toMatchObject({
      version: '1.0.0',
      health: {
        upgrade: {
          version: '2.0.0',
          reason: 'it reads 1 of the last 3 deliveries no more: cannot read level 2',
          checked_at: expect.stringMatching(/Z$/),
        },
      },
    });
    expect(await get(untouched)).toMatchObject({ version: '2.0.0', health: { upgrade: null } });
    // The failed version is not tried again at once. A later version is, and the webhook is upgraded.
    await upgrader(first, worse).execute();
    expect(await get(touched)).toMatchObject({ version: '1.0.0' });
    await sql(store.url, 'delete from worker_plugins');
    await upgrader(
      first,
      worse,
      version('2.0.1', () => ({})),
    ).execute();
    expect(await get(touched)).toMatchObject({ version: '2.0.1', health: { upgrade: null } });
  });

  const body = '{"name":"n1","level":1}';
  const samples = [
    { name: 'loud', body, expect: [{ outcome: 'EVENT', event: { event_key: 'n1' } }] },
    { name: 'quiet', body, expect: [{ outcome: 'IGNORED' }] },
  ] as const;
  const broken = { ...version('2.0.0', () => ({})), samples };
  const problem = 'sample "quiet", outcome 0: EVENT instead of IGNORED';
  it.each([
    ['does not accept the options', samplePlugin('2.0.0', { samples: [] }), 'options.token is required'],
    ['breaks its own samples', broken, `samples: 1 of 2 samples become what they promise; ${problem}`],
  ])('refuses a version that %s', async (_, plugin, why) => {
    const webhook = await add('AUTO');
    await upgrader(first, plugin).execute();
    expect(await get(webhook)).toMatchObject({
      version: '1.0.0',
      health: { upgrade: { version: '2.0.0', reason: expect.stringContaining(why) } },
    });
  });

  const announceOldWorker = (seen = '') =>
    sql(
      store.url,
      `insert into worker_plugins values ('${newUuid(new Date())}', '{sample 1.0.0}', now() ${seen})`,
    );

  it('waits until every live worker has the version', async () => {
    const webhook = await add('AUTO');
    await announceOldWorker();
    await upgrader(first, better).execute();
    expect(await get(webhook)).toMatchObject({ version: '1.0.0', health: { upgrade: null } });
    await sql(store.url, 'delete from worker_plugins');
    await upgrader(first, better).execute();
    expect(await get(webhook)).toMatchObject({ version: '1.1.0' });
  });

  it.each(["- interval '2 minutes'", "+ interval '45 days'"])(
    'a dead worker last seen at now() %s holds up nothing',
    async (seen) => {
      const webhook = await add('AUTO');
      await announceOldWorker(seen);
      await upgrader(first, better).execute();
      expect(await get(webhook)).toMatchObject({ version: '1.1.0' });
    },
  );

  it('lets one of several workers upgrade a webhook', async () => {
    const webhooks = [await add('AUTO', [1]), await add('AUTO')];
    const { promise: allClaimed, resolve: endClaiming } = Promise.withResolvers<void>();
    const tried: string[][] = [];
    const { prototype } = UpgradePlugins;
    const { claim } = prototype;
    vi.spyOn(prototype, 'claim').mockImplementation(async function (this: UpgradePlugins, latest) {
      const candidates = await claim.call(this, latest);
      tried.push(candidates.map(({ webhook_id }) => webhook_id));
      if (tried.length === 3) endClaiming();
      // No webhook is upgraded before every worker looked for one.
      await allClaimed;
      return candidates;
    });
    const ids = webhooks.map(({ webhook_id }) => webhook_id).toSorted();
    // Every worker finds the webhooks before one of them can claim any.
    const blocker = store.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query(
      `insert into plugin_upgrade (webhook_id, domain_id, version, checked_at)
       select webhook_id, domain_id, '1.1.0', now() from webhook`,
    );
    const upgrading = Promise.all([1, 2, 3].map(() => upgrader(first, better).execute()));
    try {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => sql(store.url, waiting)).toHaveLength(3);
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
      await upgrading;
      vi.restoreAllMocks();
    }
    expect(tried.flat().toSorted()).toEqual(ids);
    for (const webhook of webhooks)
      expect(await get(webhook)).toMatchObject({ version: '1.1.0', health: { upgrade: null } });
    const audited = `select from audit_log where action = 'webhook.upgrade_plugin' and resource_id in ('${ids.join("', '")}')`;
    expect(await sql(store.url, audited)).toHaveLength(2);
  });
});

describe('ComparePlugin', () => {
  const compare = ({ webhook_id }: Webhook, to: string, plugins: AnyPlugin[]) =>
    compareHere(store.webhooks, stored, plugins).execute(new ComparePlugin(scope, webhook_id, to));

  it('says field by field what would change', async () => {
    const webhook = await add('MANUAL', [1, 2]);
    const compared = await compare(webhook, '1.1.0', [first, better]);
    expect(compared).toMatchObject({
      plugin_id: 'sample',
      version: '1.0.0',
      compared_version: '1.1.0',
      deliveries: 2,
      same: 1,
      different: 1,
      unreadable: { version: 0, compared_version: 0 },
      worse: false,
    });
    expect(compared.results).toMatchObject([
      {
        delivery_id: expect.stringMatching(/^delivery_/),
        differences: [
          {
            difference: 'CHANGED',
            event_key: 'n1',
            changes: [{ field: 'severity', before: 'NONE', after: 'CRITICAL' }],
          },
        ],
      },
    ]);
  });

  it('says what could not be read any more', async () => {
    const webhook = await add('AUTO', [2]);
    expect(await compare(webhook, '2.0.0', [first, worse])).toMatchObject({
      worse: true,
      unreadable: { version: 0, compared_version: 1 },
      results: [
        {
          worse: true,
          differences: [
            { difference: 'REMOVED', event_key: 'n2' },
            { difference: 'UNREADABLE', reason: 'cannot read level 2' },
          ],
        },
      ],
    });
  });

  it('refuses a version that is not there', async () => {
    const webhook = await add('AUTO');
    await expect(compare(webhook, '9.0.0', [first])).rejects.toMatchObject({
      errors: [{ field: 'version', reason: 'must be one of 1.0.0' }],
    });
  });
});
