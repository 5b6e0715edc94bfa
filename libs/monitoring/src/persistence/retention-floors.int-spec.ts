import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventStore } from '../../test/event-store.js';
import { floorsOf } from '../../test/retention.js';
import { scopeIn } from '../../test/webhooks.js';
import { GetEvent } from '../events/application/read-events.js';
import { GetEventHandler } from '../events/infrastructure/event-resource.js';
import { ensurePartitions } from './partitions.js';

const DAY = 86_400_000;
const floors = floorsOf({ d1: 2, d3: 400 });

let store: Awaited<ReturnType<typeof createEventStore>>;
let ids: string[];
beforeAll(async () => {
  store = await createEventStore({}, floors);
  await ensurePartitions(store.pool, ['event'], new Date(Date.now() - 5 * DAY));
  ids = [];
  // Some events are half an hour from the floor, where counts of whole hours cannot separate them.
  for (const days of [0, 1, 1.98, 2.02, 3, 4])
    ids.push(await store.add({ created_at: new Date(Date.now() - days * DAY) }));
});
afterAll(() => store.close());

describe('retention floors of domains', () => {
  it('exclude older events from lists, counts and stats before they are deleted', async () => {
    const { results, total_count } = await store.list({ page: { limit: 2 } });
    expect([results.map((row) => row.event_id), total_count]).toEqual([ids.slice(0, 2), 3]);
    const { rows } = await store.pool.query('select count(*)::int as n from event');
    expect(rows).toEqual([{ n: 6 }]);
    expect(await store.stat({ aggregate: [{ count: { name: 'n' } }] })).toMatchObject({
      results: [{ n: 3 }],
    });
  });

  it('exclude older events from look-ups by id', async () => {
    const get = new GetEventHandler(store.pool, floors);
    const scope = scopeIn('d1');
    expect((await get.execute(new GetEvent(scope, ids[2] ?? ''))).event_id).toBe(ids[2]);
    await expect(get.execute(new GetEvent(scope, ids[3] ?? ''))).rejects.toMatchObject({
      code: 'ERROR_NOT_FOUND',
    });
  });

  it('are undefined for domains without a shorter retention', () => {
    expect([floors.getFloor('d2'), floors.getFloor('d3')]).toEqual([undefined, undefined]);
    expect(floors.getFloor('constructor')).toBeUndefined();
  });
});
