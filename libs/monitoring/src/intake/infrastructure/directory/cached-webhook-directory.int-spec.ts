import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { timed } from '#test/slowness.js';
import { sql } from '#test/sql.js';
import { createWebhookStore, type WebhookStore } from '../../../../test/webhook-store.js';
import { aWebhook, NOW, scopeIn } from '../../../../test/webhooks.js';
import type { Webhook } from '../../../webhooks/domain/webhook.js';
import type { CachedWebhookDirectory } from './cached-webhook-directory.js';

let store: WebhookStore;
let directory: CachedWebhookDirectory;
/** Receives no NOTIFY. */
let deaf: CachedWebhookDirectory;
let count = 0;

beforeAll(async () => {
  store = await createWebhookStore();
  directory = await store.newDirectory();
  deaf = await store.newDirectory(true);
});
afterAll(() => store.close());

async function stored(changes: Parameters<typeof aWebhook>[0] = {}): Promise<Webhook> {
  const webhook = aWebhook({ name: `webhook ${(count += 1)}`, ...changes });
  await store.webhooks.add(scopeIn('d1'), webhook);
  return webhook;
}
const change = ({ webhook_id }: Webhook, to: (webhook: Webhook) => boolean) =>
  store.webhooks.change(scopeIn('d1'), webhook_id, to);
function isKnown({ webhook_id, access_key }: Webhook, to = directory): boolean {
  const answer = to.admit(webhook_id, access_key);
  if (!(answer instanceof Promise)) return true;
  answer.catch(() => undefined);
  return false;
}
/** Caches a webhook after every change so far was read, so that no change removes it again. */
async function remember(webhook: Webhook, to = directory): Promise<void> {
  const [counter] = await sql<{ revision: string }>(store.url, 'select revision from change_counter');
  await expect.poll(() => to['changes'].revision).toBeGreaterThanOrEqual(Number(counter?.revision));
  await to.admit(webhook.webhook_id, webhook.access_key);
  expect(isKnown(webhook, to)).toBe(true);
}
const NOT_FOUND = { code: 'ERROR_NOT_FOUND', message: 'Webhook was not found' };

describe('CachedWebhookDirectory', () => {
  it('admits a webhook that was just created elsewhere, and then from memory', async () => {
    const plugin = {
      version: '1.1.0',
      upgrade_mode: 'AUTO',
      options: { channel: 'ops' },
      secret_options: { token: 's3cret' },
    } as const;
    const webhook = await stored({ plugin, settings: { max_rate: 5 } });

    const admitted = await directory.admit(webhook.webhook_id, webhook.access_key);

    expect(admitted).toMatchObject({
      webhook_id: webhook.webhook_id,
      domain_id: 'd1',
      project_id: 'p1',
      plugin_id: 'sample',
      plugin_version: '1.1.0',
      options: { channel: 'ops', token: 's3cret' },
      settings: { max_rate: 5, deduplicate: true },
    });
    await remember(webhook);
    expect(directory.admit(webhook.webhook_id, webhook.access_key)).toMatchObject({ uuid: admitted.uuid });
  });

  it('rejects an unknown or deleted webhook, a wrong key and an id of another kind alike', async () => {
    const [webhook, deleted] = [await stored(), await stored()];
    await directory.admit(deleted.webhook_id, deleted.access_key);
    await change(deleted, (each) => each.delete(NOW));
    const strangers = [
      [newId('webhook'), webhook.access_key],
      [webhook.webhook_id, 'wrong'],
      [newId('event'), webhook.access_key],
      ['x', ''],
    ] as const;

    for (const [id, key] of strangers) {
      await expect(directory.admit(id, key)).rejects.toMatchObject(NOT_FOUND);
    }
    await vi.waitFor(
      () => expect(directory.admit(deleted.webhook_id, deleted.access_key)).rejects.toMatchObject(NOT_FOUND),
      10_000,
    );
  });

  it.each(['listening', 'deaf'])(
    'refuses a disabled webhook within a second with a %s change feed',
    async (which) => {
      const subject = which === 'deaf' ? deaf : directory;
      const webhook = await stored();
      await remember(webhook, subject);
      const took = await timed(async () => {
        await change(webhook, (each) => each.disable(NOW));
        while (isKnown(webhook, subject)) await sleep(5);
      });
      expect(took).toBeLessThan(1_000);
      await expect(subject.admit(webhook.webhook_id, webhook.access_key)).rejects.toMatchObject({
        code: 'ERROR_WEBHOOK_DISABLED',
        kind: 'denied',
      });
      await expect(subject.admit(webhook.webhook_id, 'wrong')).rejects.toMatchObject(NOT_FOUND);
    },
  );

  it('takes the old key for its grace and the new one at once', async () => {
    const webhook = await stored();
    const old = webhook.access_key;
    let next = '';
    await change(webhook, (each) => {
      each.rotateAccessKey({ grace_seconds: 2 }, new Date());
      next = each.access_key;
      return true;
    });

    expect(await directory.admit(webhook.webhook_id, old)).toBeDefined();
    expect(await directory.admit(webhook.webhook_id, next)).toBeDefined();
    await sleep(2_050);
    await expect(directory.admit(webhook.webhook_id, old)).rejects.toMatchObject(NOT_FOUND);
    expect(await directory.admit(webhook.webhook_id, next)).toBeDefined();
  });

  it('ends the old key by the clock of the database, whatever that of the process says', async () => {
    const webhook = await stored();
    const old = webhook.access_key;
    const before = Date.now();
    await change(webhook, (each) => each.rotateAccessKey({ grace_seconds: 3 }, new Date()));
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: before + 3_600_000 });
      expect(await directory.admit(webhook.webhook_id, old)).toBeDefined();
      vi.setSystemTime(before - 3_600_000);
      await vi.waitFor(
        () => expect(directory.admit(webhook.webhook_id, old)).rejects.toMatchObject(NOT_FOUND),
        10_000,
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('loads disabled and deleted webhooks for the worker, and for replays only disabled ones', async () => {
    const [disabled, deleted] = [await stored(), await stored()];
    await change(disabled, (each) => each.disable(NOW));
    await change(deleted, (each) => each.delete(NOW));
    const rows = await sql<{ webhook_id: string }>(
      store.url,
      `select webhook_id from webhook where name = any($1)`,
      [[disabled.name, deleted.name]],
    );

    const loaded = await directory.load(rows.map(({ webhook_id }) => webhook_id));

    const ids = [...loaded.values()].map(({ webhook_id }) => webhook_id);
    expect(ids.toSorted()).toEqual([disabled.webhook_id, deleted.webhook_id].toSorted());
    const present = await Promise.all([...loaded.keys()].map((uuid) => directory.loadPresent(uuid)));
    expect(present.flatMap((one) => one?.webhook_id ?? [])).toEqual([disabled.webhook_id]);
  });

  it('admits known webhooks, and rejects others as unavailable, while the database is down', async () => {
    const webhook = await stored();
    await remember(webhook);
    const name = new URL(store.url).pathname.slice(1);
    const server = Object.assign(new URL(store.url), { pathname: '/postgres' }).href;
    const cutOff = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
    await sql(server, `alter database ${name} with allow_connections false`);
    await sql(server, cutOff);

    try {
      expect(isKnown(webhook)).toBe(true);
      await expect(directory.admit(webhook.webhook_id, 'wrong')).rejects.toMatchObject({
        kind: 'unavailable',
      });
      await expect(directory.admit(newId('webhook'), 'key')).rejects.toMatchObject({
        code: 'ERROR_UNAVAILABLE',
      });
    } finally {
      await sql(server, `alter database ${name} with allow_connections true`);
    }
    await vi.waitFor(
      () => expect(directory.admit(newId('webhook'), 'key')).rejects.toMatchObject(NOT_FOUND),
      10_000,
    );
  });
});
