import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseWriteHealth } from '#shared/platform/health/database-write-health.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { newId, parseId } from '#shared/kernel/ids.js';
import type { Page } from '#shared/kernel/page.js';
import { createQueryEngine } from '#test/query-engine.js';
import { sql } from '#test/sql.js';
import { read } from '../../../test/event-store.js';
import { createWebhookStore, type WebhookStore } from '../../../test/webhook-store.js';
import { aWebhook, NOW, scopeIn } from '../../../test/webhooks.js';
import {
  GetVerification,
  GetWebhook,
  ListWebhooks,
  type WebhookFilter,
  StatWebhooks,
} from '../application/read-webhooks.js';
import { Verification } from '../domain/verification.js';
import { GetVerificationHandler } from './get-verification.handler.js';
import { GetWebhookHandler, ListWebhooksHandler, StatWebhooksHandler } from './webhook-resource.js';

let store: WebhookStore;
const plugin = {
  version: '1.1.0',
  upgrade_mode: 'AUTO',
  options: { channel: 'ops' },
  secret_options: { token: 's3cret' },
} as const;
const b = aWebhook({ name: 'b', plugin });
const a = aWebhook({ name: 'a', project_id: 'p2' });
const upper = aWebhook({ name: 'B' });
const foreign = aWebhook({ name: 'foreign', domain_id: 'd2' });
const deleted = aWebhook({ name: 'deleted' });

beforeAll(async () => {
  store = await createWebhookStore();
  for (const each of [b, a, upper, foreign, deleted]) await store.webhooks.add(scopeIn('d1'), each);
  await store.webhooks.change(scopeIn('d1'), a.webhook_id, (each) => each.disable(NOW));
  await store.webhooks.change(scopeIn('d1'), deleted.webhook_id, (each) => each.delete(NOW));
});
afterAll(() => store.close());

const get = (webhook_id: string, only?: string[], scope = scopeIn('d1')) =>
  new GetWebhookHandler(store.pool, store.records).execute(new GetWebhook(scope, webhook_id, only));
const list = async (filter: WebhookFilter, query: unknown = {}, scope = scopeIn('d1')) => {
  const handler = new ListWebhooksHandler(createQueryEngine(store.pool), store.records);
  return read(await handler.execute(new ListWebhooks(scope, filter, query)));
};
const names = async (filter: WebhookFilter) => (await list(filter)).results.map(({ name }) => name);

describe('GetWebhook', () => {
  it('gives the whole record, secrets of the plugin hidden', async () => {
    expect(await get(b.webhook_id)).toEqual({
      webhook_id: b.webhook_id,
      name: 'b',
      state: 'ENABLED',
      access_key: b.access_key,
      access_key_last_used_at: null,
      previous_access_key: null,
      webhook_url: `https://tocsin.test/monitoring/v1/webhook/${b.webhook_id}/${b.access_key}/events`,
      version: '1.1.0',
      plugin_info: {
        plugin_id: 'sample',
        version: '1.1.0',
        upgrade_mode: 'AUTO',
        options: { channel: 'ops', token: '***' },
      },
      tags: {},
      settings: {
        deduplicate: true,
        stale_after: 2_592_000,
        max_rate: -1,
        max_backlog: -1,
        default_severity: 'AUTO',
        labels: {},
        heartbeat: null,
        heartbeats: 'MANUAL',
        heartbeat_of: null,
        flap: { count: 5, window: 3600 },
        signature: {
          scheme: 'NONE',
          required: true,
          tolerance: 300,
          header: null,
          timestamp_header: null,
          secrets: [],
        },
      },
      health: {
        last_received_at: null,
        received_count: 0,
        failed_count: 0,
        unkept_count: 0,
        fallback_count: 0,
        last_fallback: null,
        refused_count: 0,
        refused: [],
        backlog: 0,
        lag_ms: 0,
        upgrade: null,
        last_error: null,
      },
      verification: null,
      managed_by: null,
      project_id: 'p1',
      domain_id: 'd1',
      created_at: '2026-11-20T10:00:00.000Z',
      updated_at: '2026-11-20T10:00:00.000Z',
    });
  });

  it('shows a VIEWER neither the key nor the address', async () => {
    const masked = `…${b.access_key.slice(-4)}`;
    const record = await get(b.webhook_id, [], scopeIn('d1', 'VIEWER'));

    expect(record.access_key).toBe(masked);
    expect(JSON.stringify(record)).not.toContain(b.access_key);
  });

  it('gives only what is asked for', async () => {
    expect(await get(b.webhook_id, ['name', 'plugin_info.version'])).toEqual({
      name: 'b',
      plugin_info: { version: '1.1.0' },
    });
    await expect(get(b.webhook_id, ['colour'])).rejects.toMatchObject({ code: 'ERROR_INVALID_QUERY' });
  });

  it('does not find a webhook of another domain, a deleted one or an unknown one', async () => {
    for (const id of [foreign.webhook_id, deleted.webhook_id, newId('webhook')]) {
      await expect(get(id)).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
    }
    await expect(get(newId('event'))).rejects.toMatchObject({ code: 'ERROR_INVALID_PARAMETER' });
  });

  it('counts what waits to be processed and shows the last verification', async () => {
    const segment = (processed: string) =>
      sql(
        store.url,
        `insert into delivery_segment
           (domain_id, segment_id, webhook_id, received_at, delivery_count, payload, processed_at)
         values ('d1', $1, $2, now(), 3, '', ${processed})`,
        [v7(), parseId('webhook', b.webhook_id)],
      );
    for (const processed of ['null', 'null', 'now()']) await segment(processed);
    const verification = await store.verifications.add(scopeIn('d1'), b.webhook_id, (each) =>
      Verification.request(each, NOW),
    );

    const record = await get(b.webhook_id);
    expect(record.health?.backlog).toBe(6);
    expect(record.verification).toEqual({
      verification_id: verification.verification_id,
      state: 'PENDING',
      version: '1.1.0',
      checks: [],
      started_at: null,
      finished_at: null,
    });
  });
});

describe('ListWebhooks', () => {
  it('lists the domain by name, by code point', async () => {
    expect(await names({})).toEqual(['B', 'a', 'b']);
  });

  it.each<[string, WebhookFilter, string[]]>([
    ['webhook_id', { webhook_id: a.webhook_id }, ['a']],
    ['name', { name: 'b' }, ['b']],
    ['state', { state: 'DISABLED' }, ['a']],
    ['project_id', { project_id: 'p2' }, ['a']],
    ['access_key', { access_key: b.access_key }, ['b']],
    ['a part of an access_key', { access_key: b.access_key.slice(1) }, []],
    ['two fields', { state: 'ENABLED', project_id: 'p2' }, []],
    ["another domain's id", { webhook_id: foreign.webhook_id }, []],
  ])('filters by %s', async (_, filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  it('filters by the whole address', async () => {
    const url = store.records.urls.format(b.webhook_id, b.access_key);

    expect(await names({ webhook_url: url })).toEqual(['b']);
    for (const wrong of [url.slice(0, -1), url.replace('tocsin', 'other'), 'nonsense', '']) {
      expect(await names({ webhook_url: wrong })).toEqual([]);
    }
  });

  it('pages from 1 and counts all, also past the end', async () => {
    const page = (start: number, limit: number) => list({}, { page: { start, limit }, only: ['name'] });

    expect(await page(2, 1)).toEqual({
      results: [{ name: 'a' }],
      total_count: 3,
      next_cursor: expect.any(String),
    });
    expect(await page(50, 10)).toEqual({ results: [], total_count: 3 });
  });
});

it('the deliveries that wait are counted once for each webhook', async () => {
  const { resource, record } = store.records;
  const { rows } = await store.pool.query<{ 'QUERY PLAN': string }>(
    `explain select ${record.select()} from ${resource.relation} r where domain_id = 'd1'`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']);
  expect(plan.filter((line) => /^ *SubPlan \d+$/.test(line))).toHaveLength(1);
});

describe('StatWebhooks', () => {
  const stat = (domain_id: string) =>
    new StatWebhooksHandler(createQueryEngine(store.pool), store.records).execute(
      new StatWebhooks(scopeIn(domain_id)),
    );

  it('counts both states, also without webhooks', async () => {
    expect(await stat('d1')).toEqual({
      results: [
        { state: 'ENABLED', count: 2 },
        { state: 'DISABLED', count: 1 },
      ],
    });
    expect((await stat('d9')).results).toEqual([
      { state: 'ENABLED', count: 0 },
      { state: 'DISABLED', count: 0 },
    ]);
  });
});

describe('GetVerification', () => {
  const verification = () =>
    store.verifications.add(scopeIn('d1'), b.webhook_id, (each) => Verification.request(each, NOW));
  const { signal } = new AbortController();
  const read = (id: string, seconds = 0, scope = scopeIn('d1'), caller = signal) =>
    new GetVerificationHandler(
      store.pool,
      new Readiness(store.pool, [], new DatabaseWriteHealth(store.pool)),
    ).execute(new GetVerification(scope, id, seconds, caller));

  it('waits until it is finished', async () => {
    const requested = await verification();
    const waiting = read(requested.verification_id, 10);
    requested.finish([], NOW);
    await store.verifications.finish(requested);

    expect(await waiting).toMatchObject({ state: 'VERIFIED', finished_at: NOW.toISOString() });
  });

  it('waits no longer than it was told', async () => {
    const { verification_id } = await verification();
    expect(await read(verification_id, 0.2)).toMatchObject({ state: 'PENDING' });
  });

  it('waits no longer when the process stops', async () => {
    const { verification_id } = await verification();
    const draining = new Readiness(store.pool, [], new DatabaseWriteHealth(store.pool));
    const handler = new GetVerificationHandler(store.pool, draining);
    const waiting = handler.execute(new GetVerification(scopeIn('d1'), verification_id, 30, signal));
    draining.drain();

    expect(await waiting).toMatchObject({ state: 'PENDING' });
  });

  it('waits no longer when the caller disconnects', async () => {
    const { verification_id } = await verification();
    const caller = new AbortController();
    const waiting = read(verification_id, 30, scopeIn('d1'), caller.signal);
    caller.abort();
    expect(await waiting).toMatchObject({ state: 'PENDING' });
  });

  it("does not find another domain's verification", async () => {
    const { verification_id } = await verification();
    await expect(read(verification_id, 0, scopeIn('d2'))).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
  });
});

it('a page of very large webhooks ends early, the next goes on there', async () => {
  const scope = scopeIn('large');
  const options = { channel: 'x'.repeat(1024 * 1024) };
  for (let at = 0; at < 20; at += 1) {
    const large = aWebhook({ name: `large ${at}`, domain_id: 'large', plugin: { ...plugin, options } });
    await store.webhooks.add(scope, large);
  }
  const seen: unknown[] = [];
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { page: { limit: 100, ...(cursor && { cursor }) } };
    const page: Page<unknown> = await list({}, query, scope);
    expect(page.total_count).toBe(20);
    pages.push(page.results.length);
    seen.push(...page.results.map((one) => (one as { name: string }).name));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  expect(pages).toEqual([8, 8, 4]);
  expect(new Set(seen).size).toBe(20);
});
