import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#test/sql.js';
import { createWebhookStore, type WebhookStore } from '../../../test/webhook-store.js';
import { aWebhook, NOW, scopeIn } from '../../../test/webhooks.js';
import { Webhook } from '../domain/webhook.js';

let store: WebhookStore;
beforeAll(async () => {
  store = await createWebhookStore();
});
afterAll(() => store.close());

const load = (webhook_id: string) => store.dataSource.manager.findOneByOrFail(Webhook, { webhook_id });
const revision = async () =>
  Number((await sql<{ revision: string }>(store.url, 'select revision from change_counter'))[0]?.revision);

describe('TypeOrmWebhookRepository', () => {
  it('gives back what it stored, secrets included', async () => {
    const webhook = aWebhook({
      name: 'Ünïcode 😀',
      tags: { team: 'ops' },
      plugin: {
        version: '1.1.0',
        upgrade_mode: 'MANUAL',
        options: { channel: 'x' },
        secret_options: { token: 's3cret' },
      },
    });
    webhook.rotateAccessKey({ grace_seconds: 60 }, NOW);
    await store.webhooks.add(scopeIn('d1'), webhook);

    expect(await load(webhook.webhook_id)).toEqual(webhook);
  });

  it('stores neither key nor secrets in the clear', async () => {
    const plugin = {
      version: '1',
      upgrade_mode: 'AUTO',
      options: {},
      secret_options: { token: 's3cret' },
    } as const;
    const webhook = aWebhook({ name: 'secrets', plugin });
    await store.webhooks.add(scopeIn('d1'), webhook);

    const [row] = await sql<{ row: string }>(
      store.url,
      `select encode(access_key || secret_options, 'escape') || w::text as row from webhook w where name = 'secrets'`,
    );
    expect(row?.row).not.toContain('s3cret');
    expect(row?.row).not.toContain(webhook.access_key);
  });

  it('makes the cursor with the webhook', async () => {
    const webhook = aWebhook({ name: 'cursor' });
    await store.webhooks.add(scopeIn('d1'), webhook);

    const rows = await sql(
      store.url,
      `select c.domain_id from webhook_cursor c join webhook using (webhook_id) where name = 'cursor'`,
    );
    expect(rows).toEqual([{ domain_id: 'd1' }]);
  });

  it('refuses a name that another webhook of the project has, and frees that of a deleted one', async () => {
    const first = aWebhook({ name: 'taken' });
    await store.webhooks.add(scopeIn('d1'), first);
    const second = aWebhook({ name: 'other' });
    await store.webhooks.add(scopeIn('d1'), second);
    await store.webhooks.add(scopeIn('d1'), aWebhook({ name: 'taken', project_id: 'p2' }));
    await store.webhooks.add(scopeIn('d1'), aWebhook({ name: 'taken', domain_id: 'd2' }));

    const refusal = { code: 'ERROR_NOT_UNIQUE', kind: 'conflict', errors: [{ field: 'name' }] };
    await expect(store.webhooks.add(scopeIn('d1'), aWebhook({ name: 'taken' }))).rejects.toMatchObject(
      refusal,
    );
    const rename = (webhook: Webhook) => webhook.update({ name: 'taken' }, NOW);
    await expect(store.webhooks.change(scopeIn('d1'), second.webhook_id, rename)).rejects.toMatchObject(
      refusal,
    );

    await store.webhooks.change(scopeIn('d1'), first.webhook_id, (webhook) => webhook.delete(NOW));
    await store.webhooks.add(scopeIn('d1'), aWebhook({ name: 'taken' }));
  });

  it("finds neither another domain's webhook nor a deleted one", async () => {
    const webhook = aWebhook({ name: 'hidden' });
    await store.webhooks.add(scopeIn('d1'), webhook);
    const touch = (domain_id: string) =>
      store.webhooks.change(scopeIn(domain_id), webhook.webhook_id, () => false);

    await expect(touch('d2')).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
    await touch('d1');
    await store.webhooks.change(scopeIn('d1'), webhook.webhook_id, (each) => each.delete(NOW));
    await expect(touch('d1')).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
  });

  it('refuses an id of another kind', async () => {
    const change = store.webhooks.change(scopeIn('d1'), 'event_01kagexvhve0ya7d9z5kq5nh3m', () => true);
    await expect(change).rejects.toMatchObject({ code: 'ERROR_INVALID_PARAMETER' });
  });

  it('announces a change, and writes nothing where nothing changed', async () => {
    const webhook = aWebhook({ name: 'quiet' });
    const before = await revision();
    await store.webhooks.add(scopeIn('d1'), webhook);
    expect(await revision()).toBe(before + 1);

    await store.webhooks.change(scopeIn('d1'), webhook.webhook_id, (each) => each.enable(NOW));
    expect(await revision()).toBe(before + 1);

    const later = new Date(NOW.getTime() + 1);
    await store.webhooks.change(scopeIn('d1'), webhook.webhook_id, (each) => each.disable(later));
    expect(await revision()).toBe(before + 2);
    expect(await load(webhook.webhook_id)).toMatchObject({ state: 'DISABLED', updated_at: later });
  });

  it('serialises concurrent changes of one webhook', async () => {
    const webhook = aWebhook({ name: 'busy', tags: { n: '0' } });
    await store.webhooks.add(scopeIn('d1'), webhook);

    const increment = (each: Webhook) =>
      each.update({ tags: { n: String(Number(each.tags['n']) + 1) } }, NOW);
    await Promise.all(
      Array.from({ length: 5 }, () => store.webhooks.change(scopeIn('d1'), webhook.webhook_id, increment)),
    );

    expect((await load(webhook.webhook_id)).tags).toEqual({ n: '5' });
  });
});
