import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { createPipeline, type Pipeline } from '../../../test/pipeline.js';
import { updateWebhookHeartbeat } from './heartbeat-rows.js';

let pipeline: Pipeline;
let dataSource: DataSource;
beforeAll(async () => {
  pipeline = await createPipeline();
  // Without indexes, the rows are found in the order in which they were stored.
  const extra = { options: '-c enable_indexscan=off -c enable_bitmapscan=off' };
  dataSource = await new DataSource({ type: 'postgres', url: pipeline.database.url, extra }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await pipeline.close();
});

it.each(['ENABLED', 'DISABLED'] as const)(
  'a webhook is %s while a worker locks its heartbeats in the order of their names',
  async (state) => {
    const webhook = await pipeline.addWebhook('direct');
    const subject = new HeartbeatsUnderTest(pipeline);
    for (const name of ['last', 'first']) {
      await subject.add(webhook, name);
      await subject.sql(
        `update heartbeat set state = 'ALIVE', last_ping_at = now(), due_at = case when $3 = 'DISABLED' then now() end
         where webhook_id = $1 and name = $2`,
        [webhook.uuid, name, state],
      );
    }
    const worker = await pipeline.pool.connect();
    const lock = (name: string) =>
      worker.query('select from heartbeat where webhook_id = $1 and name = $2 for update', [
        webhook.uuid,
        name,
      ]);
    try {
      await worker.query('begin');
      await lock('first');
      const changed = dataSource.transaction((manager) =>
        updateWebhookHeartbeat(manager, { ...webhook, state, deleted_at: null }),
      );
      const end = changed.catch((error: unknown) => error);
      await sleep(300);
      await lock('last');
      await worker.query('commit');
      expect(await end).toBeUndefined();
    } finally {
      worker.release(true);
    }
    const found = await subject.of(webhook);
    expect(found.map(({ due_at }) => due_at !== null)).toEqual([state === 'ENABLED', state === 'ENABLED']);
  },
);
