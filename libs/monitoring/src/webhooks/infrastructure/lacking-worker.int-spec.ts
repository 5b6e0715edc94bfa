import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueryEngine } from '#test/query-engine.js';
import { sql } from '#test/sql.js';
import { read } from '../../../test/event-store.js';
import { createWebhookStore, type WebhookStore } from '../../../test/webhook-store.js';
import { aWebhook, scopeIn } from '../../../test/webhooks.js';
import { GetWebhook, ListWebhooks } from '../application/read-webhooks.js';
import { GetWebhookHandler, ListWebhooksHandler } from './webhook-resource.js';

let store: WebhookStore;
const webhook = aWebhook();
const { plugin_id, plugin_version, webhook_id } = webhook;

beforeAll(async () => {
  store = await createWebhookStore();
  await store.webhooks.add(scopeIn('d1'), webhook);
});
afterAll(() => store.close());

it('a webhook says that no live worker has the version of its plugin', async () => {
  const announce = (version: string, age: string) =>
    sql(
      store.url,
      `insert into worker_plugins (worker_id, versions, heartbeat_at)
       values (gen_random_uuid(), array['other 1.0.0', '${plugin_id} ${version}'], now() - interval '${age}')`,
    );
  const lastError = async () => {
    const one = new GetWebhook(scopeIn('d1'), webhook_id, undefined);
    return (await new GetWebhookHandler(store.pool, store.records).execute(one)).health?.last_error;
  };
  const message = `no live worker has plugin ${plugin_id} ${plugin_version}: deliveries wait until one has it`;

  expect(await lastError()).toBeNull();
  await announce(plugin_version, '2 minutes');
  await announce('0.9.0', '5 s');
  expect(await lastError()).toBe(message);
  const filter = [{ k: 'health.last_error', v: 'no live worker', o: 'contain' }];
  const lists = new ListWebhooksHandler(createQueryEngine(store.pool), store.records);
  const { results } = await read(
    await lists.execute(new ListWebhooks(scopeIn('d1'), {}, { filter, only: ['webhook_id'] })),
  );
  expect(results).toEqual([{ webhook_id }]);
  await announce(plugin_version, '5 s');
  expect(await lastError()).toBeNull();
});
