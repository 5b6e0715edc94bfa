import type { ValueProvider } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QueryModule } from '#shared/platform/persistence/query.module.js';
import { QueryLimits } from '#shared/platform/persistence/pools.js';
import { createQueryEngine } from '#test/query-engine.js';
import { createEventStore, read, WEBHOOKS, type EventStore } from '../../../test/event-store.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import { ListEvents } from '../application/read-events.js';
import { ListEventsHandler } from './event-resource.js';

const EVENTS = 20_000;
/** A count matches every title ten times, which is slow. A page finds its rows at once. */
const SLOW = Array.from({ length: 10 }, (_, at) => ({ k: 'title', v: `(title|x{${at}}y)+`, o: 'regex' }));
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  await store.pool.query(
    `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
       severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
     select 'd1', (lpad(to_hex(at), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, $1,
       'p1', gen_random_uuid(), gen_random_uuid(), 'key', 'ALERT', 'ERROR', 'title ' || repeat('x ', 100), '', '{}',
       '{}', 'sample', '1.0.0', to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
     from (select n, (extract(epoch from now()) * 1000)::bigint - n * 1000::bigint as at
           from generate_series(1, ${EVENTS}) n) as made`,
    [WEBHOOKS[0]],
  );
  await store.pool.query('analyze event');
});
afterAll(() => store.close());

interface Answer {
  readonly results: readonly unknown[];
  readonly total_count: number;
  readonly total_count_estimated?: true;
  readonly next_cursor?: string;
}

const createList = (limits: Partial<QueryLimits>) => {
  const list = new ListEventsHandler(createQueryEngine(store.pool, limits), floorsOf());
  return async (query: unknown) =>
    read(await list.execute(new ListEvents(scopeIn('d1'), {}, query))) as unknown as Answer;
};

describe('total_count', () => {
  it('is estimated on every page if counting exceeds its timeout', async () => {
    const list = createList({ countTimeoutMs: 20 });
    const asked = { filter: SLOW };
    const first = await list({ ...asked, page: { limit: 5 } });
    expect(first.total_count_estimated).toBe(true);
    expect(first.results).toHaveLength(5);
    expect(first.total_count).toBeGreaterThanOrEqual(5);
    const second = await list({ ...asked, page: { limit: 5, cursor: first.next_cursor } });
    expect(second).toMatchObject({ total_count: first.total_count, total_count_estimated: true });
    expect(second.results).toHaveLength(5);
  });

  it('is exact, without total_count_estimated, if counting ends in time', async () => {
    const found = await createList({ countTimeoutMs: 60_000, timeoutMs: 60_000 })({
      filter: SLOW,
      page: { limit: 5 },
    });
    expect(found.total_count).toBe(EVENTS);
    expect(found).not.toHaveProperty('total_count_estimated');
  });

  it('is exact with count_only, or the query fails with ERROR_QUERY_TIMEOUT', async () => {
    const asked = { filter: SLOW, count_only: true };
    expect(await createList({ countTimeoutMs: 1, timeoutMs: 60_000 })(asked)).toEqual({
      results: [],
      total_count: EVENTS,
    });
    await expect(createList({ countTimeoutMs: 1, timeoutMs: 20 })(asked)).rejects.toMatchObject({
      code: 'ERROR_QUERY_TIMEOUT',
      message: expect.stringContaining('created_at'),
    });
  });

  it('is counted for at most one second, or the statement timeout if that is shorter', () => {
    const countMsOf = (timeoutMs: number) => {
      const { providers = [] } = QueryModule.forRoot({
        timeoutMs,
        connections: 4,
        secret: Buffer.alloc(32, 1),
        oldSecret: null,
      });
      const limits = providers.find(
        (each): each is ValueProvider<QueryLimits> => 'provide' in each && each.provide === QueryLimits,
      );
      return limits?.useValue.countTimeoutMs;
    };
    expect([countMsOf(5000), countMsOf(300)]).toEqual([1000, 300]);
  });
});
