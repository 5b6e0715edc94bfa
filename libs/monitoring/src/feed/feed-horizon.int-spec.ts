import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEventStore } from '../../test/event-store.js';
import { FeedHorizon } from './feed-horizon.js';

it('reads the horizon while a transaction that wrote to the feed is open', async () => {
  const store = await createEventStore();
  await sleep(1_000);
  const busy = await store.pool.connect();
  await busy.query('begin');
  await busy.query(`insert into event_feed (domain_id, event_ids) values ('d1', '{}')`);
  try {
    await expect(new FeedHorizon(store.pool).read()).resolves.toMatchObject({ offset: 0 });
  } finally {
    await busy.query('rollback');
    busy.release();
    await store.close();
  }
});
