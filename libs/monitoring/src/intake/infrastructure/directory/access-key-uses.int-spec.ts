import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { createQueryEngine } from '#test/query-engine.js';
import { createRetentionClock } from '#test/retention-clock.js';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { sql } from '#test/sql.js';
import { read } from '../../../../test/event-store.js';
import { PERIODS } from '../../../../test/retention.js';
import { createWebhookStore, type WebhookStore } from '../../../../test/webhook-store.js';
import { aWebhook, NOW, scopeIn } from '../../../../test/webhooks.js';
import { Retention } from '../../../maintenance/infrastructure/retention.js';
import { ProcessingCounters } from '../../../processing/application/processing-counters.js';
import { GetWebhook, ListWebhooks } from '../../../webhooks/application/read-webhooks.js';
import type { Webhook } from '../../../webhooks/domain/webhook.js';
import { GetWebhookHandler, ListWebhooksHandler } from '../../../webhooks/infrastructure/webhook-resource.js';
import { formatKeyName } from './webhook-rows.js';
import type { CachedWebhookDirectory } from './cached-webhook-directory.js';

let store: WebhookStore;
let directory: CachedWebhookDirectory;
let webhook: Webhook;
let count = 0;
const scope = scopeIn('d1');

beforeAll(async () => {
  Logger.overrideLogger(false);
  store = await createWebhookStore();
  directory = await store.newDirectory();
});
afterAll(() => store.close());
beforeEach(async () => {
  webhook = aWebhook({ name: `webhook ${(count += 1)}` });
  await store.webhooks.add(scope, webhook);
});

const use = (access_key: string) => directory.admit(webhook.webhook_id, access_key);
const shown = async () =>
  new GetWebhookHandler(store.pool, store.records).execute(new GetWebhook(scope, webhook.webhook_id));
const change = (to: (webhook: Webhook) => boolean) => store.webhooks.change(scope, webhook.webhook_id, to);
/** Rotates the key and returns the previous one. */
async function rotate(grace: number): Promise<string> {
  let before = '';
  await change((each) => {
    before = each.access_key;
    each.rotateAccessKey({ grace_seconds: grace, end_grace: true }, new Date());
    webhook = each;
    return true;
  });
  return before;
}
const storedUses = () => sql<{ last_used_at: Date }>(store.url, 'select last_used_at from access_key_use');
const someTime = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/);

it('shows the last use of a key after the next write, also if admitted from memory', async () => {
  await use(webhook.access_key);
  expect(await shown()).toMatchObject({ access_key_last_used_at: null, previous_access_key: null });
  await store.uses.write();
  const first = (await shown()).access_key_last_used_at ?? '';
  expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(10_000);
  await sleep(5);
  await use(webhook.access_key);
  await store.uses.write();
  const second = (await shown()).access_key_last_used_at ?? '';
  expect(second > first).toBe(true);
});

it('keeps the last use with the previous key after a rotation, apart from the new key', async () => {
  await use(webhook.access_key);
  await store.uses.write();
  const before = await shown();
  const previous = await rotate(60);
  expect(await shown()).toMatchObject({
    access_key_last_used_at: null,
    previous_access_key: { expires_at: someTime, last_used_at: before.access_key_last_used_at },
  });

  await use(previous);
  await store.uses.write();
  const ofPrevious = await shown();
  expect(ofPrevious.access_key_last_used_at).toBeNull();
  expect(ofPrevious.previous_access_key?.last_used_at).not.toBe(before.access_key_last_used_at);

  await use(webhook.access_key);
  await store.uses.write();
  expect(await shown()).toMatchObject({
    access_key_last_used_at: someTime,
    previous_access_key: ofPrevious.previous_access_key,
  });
});

it('shows no previous key after its grace, or after a rotation without a grace', async () => {
  await rotate(1);
  expect(await shown()).toMatchObject({ previous_access_key: { expires_at: someTime, last_used_at: null } });
  await sleep(1_050);
  expect(await shown()).toMatchObject({ previous_access_key: null });
  await rotate(0);
  expect(await shown()).toMatchObject({ previous_access_key: null });
});

it('records the use of a key of a disabled webhook, but not of a wrong key', async () => {
  await change((each) => each.disable(NOW));
  await expect(use('wrong')).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
  await store.uses.write();
  expect((await shown()).access_key_last_used_at).toBeNull();
  await expect(use(webhook.access_key)).rejects.toMatchObject({ code: 'ERROR_WEBHOOK_DISABLED' });
  await store.uses.write();
  expect(await shown()).toMatchObject({ access_key_last_used_at: someTime });
});

it('writes uses of all webhooks in one statement, announces no change, and lists them', async () => {
  const other = aWebhook({ name: 'other' });
  await store.webhooks.add(scope, other);
  await use(webhook.access_key);
  await directory.admit(other.webhook_id, other.access_key);
  const revision = async () =>
    (await sql<{ revision: string }>(store.url, 'select revision from change_counter'))[0]?.revision;
  const before = await revision();
  const statements = vi.spyOn(store.ingest, 'query');
  await store.uses.write();
  expect(statements).toHaveBeenCalledTimes(1);
  statements.mockRestore();
  expect(await revision()).toBe(before);

  const handler = new ListWebhooksHandler(createQueryEngine(store.pool), store.records);
  const query = { filter: [{ k: 'access_key_last_used_at', v: null, o: 'not' }] };
  const { results } = read(await handler.execute(new ListWebhooks(scope, {}, query)));
  const used = results.filter(({ access_key_last_used_at }) => access_key_last_used_at !== null);
  expect(used.map(({ name }) => name)).toEqual(expect.arrayContaining([webhook.name, other.name]));
  expect(used).toHaveLength(results.length);
});

it('keeps the later time, and retries uses that could not be written', async () => {
  await use(webhook.access_key);
  await store.uses.write();
  const { access_key_last_used_at } = await shown();
  const name = formatKeyName(parseId('webhook', webhook.webhook_id), webhook.access_key_digest);
  store.uses.record(name, new Date(0));
  await store.uses.write();
  expect((await shown()).access_key_last_used_at).toBe(access_key_last_used_at);

  await sleep(5);
  await use(webhook.access_key);
  const query = vi.spyOn(store.ingest, 'query').mockImplementationOnce(() => {
    throw new Error('away');
  });
  await store.uses.write();
  query.mockRestore();
  expect((await shown()).access_key_last_used_at).toBe(access_key_last_used_at);
  await store.uses.write();
  expect((await shown()).access_key_last_used_at).not.toBe(access_key_last_used_at);
});

it('removes the last use with a replaced key and with a deleted webhook', async () => {
  await sql(store.url, 'truncate access_key_use');
  const previous = webhook.access_key;
  await use(previous);
  await store.uses.write();
  await rotate(60);
  const retention = new Retention(
    new DirectDatabase(store.url),
    createRetentionClock(() => Date.now()),
    PERIODS,
    new ProcessingCounters(),
  );
  await retention.enforce();
  expect(await storedUses()).toHaveLength(1);
  await rotate(0);
  await use(webhook.access_key);
  await store.uses.write();
  await retention.enforce();
  expect(await storedUses()).toHaveLength(1);
  await sql(store.url, `update webhook set deleted_at = now() - interval '1000 days' where name = $1`, [
    webhook.name,
  ]);
  await retention.enforce();
  expect(await storedUses()).toHaveLength(0);
});
