import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueryEngine } from '#test/query-engine.js';
import { sql } from '#test/sql.js';
import { timed } from '#test/slowness.js';
import { floorsOf } from '../../../test/retention.js';
import { createEventStore, type EventStore } from '../../../test/event-store.js';
import { addSampleEvents, at } from '../../../test/sample-events.js';
import { scopeIn } from '../../../test/webhooks.js';
import { ListEvents } from '../application/read-events.js';
import { ListEventsHandler } from './event-resource.js';

let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  await addSampleEvents(store);
});
afterAll(() => store.close());

const titles = async (query: unknown, filter = {}) =>
  (await store.list(query, filter)).results.map(({ title }) => title);

describe('the examples in docs/query.md', () => {
  it('list severe events of the last 7 days that contain both keywords, from the second on', async () => {
    const query = {
      filter: [
        { k: 'created_at', v: 'now/d - 7d', o: 'timediff_gte' },
        { k: 'severity', v: ['CRITICAL', 'ERROR'], o: 'in' },
      ],
      keyword: 'cpu disk',
    };
    expect(await titles({ ...query, page: { start: 2, limit: 20 } })).toEqual(['cpu of a disk']);
    expect(await store.list({ ...query, page: { start: 21, limit: 20 } })).toEqual({
      results: [],
      total_count: 2,
    });
  });

  it('count alarms by day and severity', async () => {
    const day = at(1).toISOString().slice(0, 10);
    expect(
      await store.stat({
        filter: [{ k: 'event_type', v: 'ALERT', o: 'eq' }],
        aggregate: [
          {
            group: {
              keys: [
                { key: 'created_at', name: 'date', date_format: '%Y-%m-%d' },
                { key: 'severity', name: 'severity' },
              ],
              fields: [{ name: 'events', operator: 'count' }],
            },
          },
          { sort: { key: 'events', desc: true } },
          { limit: 10 },
        ],
      }),
    ).toEqual({
      results: ['INFO', 'ERROR', 'CRITICAL'].map((severity) => ({ date: day, severity, events: 1 })),
    });
  });

  it('list the distinct providers', async () => {
    expect(await store.stat({ distinct: 'provider' })).toEqual({ results: ['aws', 'gcp'] });
  });
});

describe('a list of events', () => {
  it.each<[string, unknown, string[]]>([
    ['a path into JSON', { filter: [{ k: 'raw_data.labels.job', v: 'node', o: 'eq' }] }, ['cpu of a disk']],
    [
      'an element of a list',
      { filter: [{ k: 'raw_data.tags', v: { key: 'b' }, o: 'match' }] },
      ['cpu of a disk'],
    ],
    [
      'members of two different elements, without a match',
      { filter: [{ k: 'raw_data.tags', v: { key: 'b', n: 1 }, o: 'match' }] },
      [],
    ],
    [
      'an instant in JSON',
      { filter: [{ k: 'raw_data.when', v: '2026-01-02T04:04:05+01:00', o: 'datetime_lte' }] },
      ['Disk and CPU'],
    ],
    [
      'an invalid date in JSON, without a match',
      { filter: [{ k: 'raw_data.at', v: '2020-01-01', o: 'datetime_gte' }] },
      [],
    ],
    ['a number', { filter: [{ k: 'raw_data.n', v: 5, o: 'gt' }] }, ['Disk and CPU']],
    [
      'the long names key, value and operator',
      { filter: [{ key: 'additional_info.region', value: 'eu', operator: 'eq' }] },
      ['cpu disk'],
    ],
    ['null, which is a missing value', { filter: [{ k: 'created_at', v: null, o: 'eq' }] }, []],
    ['an id as keyword, without a match', { keyword: 'event_01kagexvhve0ya7d9z5kq5nh3m' }, []],
  ])('filters by %s', async (_, query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('returns minimal records, selected fields, or only the count', async () => {
    const [short] = (await store.list({ minimal: true, page: { limit: 1 } })).results;
    expect(Object.keys(short ?? {})).toEqual([
      'event_id',
      'event_key',
      'event_type',
      'title',
      'severity',
      'alert_id',
    ]);
    expect(
      (await store.list({ only: ['resource', 'raw_data.n'], page: { start: 3, limit: 1 } })).results,
    ).toEqual([{ resource: { resource_id: null, resource_type: null, name: null }, raw_data: { n: 6 } }]);
    expect(await store.list({ count_only: true })).toEqual({ results: [], total_count: 4 });
  });

  it('accepts a cursor only for the list that returned it', async () => {
    const { next_cursor: cursor = '' } = (await store.list({ page: { limit: 2 } })) as {
      next_cursor?: string;
    };
    expect(await titles({ page: { cursor, limit: 5 } })).toEqual(['Disk and CPU', 'cpu of a disk']);
    const refused = { code: 'ERROR_INVALID_QUERY', errors: [{ field: 'query.page.cursor' }] };
    for (const asked of [
      store.list({ page: { cursor }, keyword: 'cpu' }),
      store.list({ page: { cursor } }, { severity: 'ERROR' }),
      store.list({ page: { cursor } }, {}, 'd2'),
      store.list({ page: { cursor: `x${cursor}` } }),
    ]) {
      await expect(asked).rejects.toMatchObject(refused);
    }
  });

  it('accepts a cursor if the plain filter fields come in another order', async () => {
    const first = await store.list({ page: { limit: 1 } }, { severity: 'ERROR', domain_id: 'd1' });
    const { next_cursor: cursor = '' } = first as { next_cursor?: string };
    const next = await store.list({ page: { cursor } }, { domain_id: 'd1', severity: 'ERROR' });
    expect(next.results.map(({ title }) => title)).toEqual(['Disk and CPU']);
  });

  it('returns a short cursor if the sort key is very long', async () => {
    const long = 'ä'.repeat(200_000);
    for (const n of [3, 1, 2]) {
      await store.add({ domain_id: 'd4', title: `${n}`, raw_data: { text: `${n} ${long}` } });
    }
    await store.pool.query(`update event set description = title || $1 where domain_id = 'd4'`, [long]);
    for (const key of ['description', 'raw_data', 'raw_data.text']) {
      const seen: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
        const found = (await store.list({ sort: { key }, page }, {}, 'd4')) as Awaited<
          ReturnType<typeof store.list>
        > & {
          next_cursor?: string;
        };
        seen.push(...found.results.map(({ title }) => title));
        cursor = found.next_cursor;
        expect(cursor?.length ?? 0).toBeLessThan(4096);
      } while (cursor !== undefined);
      expect(seen).toEqual(['1', '2', '3']);
    }
  });

  it('excludes events that arrive between two pages', async () => {
    const first = (await store.list({ page: { limit: 2 } }, {}, 'd3')) as { next_cursor?: string };
    expect(first.next_cursor).toBeUndefined();
    for (const hour of [1, 2, 3])
      await store.add({ domain_id: 'd3', title: `${hour}`, created_at: at(hour) });
    const page = (await store.list({ page: { limit: 2 } }, {}, 'd3')) as { next_cursor?: string };
    await store.add({ domain_id: 'd3', title: '4', created_at: at(4) });
    const next = await store.list({ page: { cursor: page.next_cursor, limit: 2 } }, {}, 'd3');
    expect(next.results.map(({ title }) => title)).toEqual(['1']);
    expect(next.total_count).toBe(3);
  });
});

describe('limits of event queries', () => {
  /** Readers of events wait for the lock until `work` is done. */
  const whileLocked = async (work: () => Promise<void>) => {
    const lock = await store.pool.connect();
    await lock.query('begin');
    await lock.query('lock table event in access exclusive mode');
    await work();
    await lock.query('rollback');
    lock.release();
  };
  const findWaiting = () =>
    sql(
      store.url,
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );

  it('cancel a query that exceeds the timeout and reject it with ERROR_QUERY_TIMEOUT', async () => {
    const impatientHandler = new ListEventsHandler(
      createQueryEngine(store.pool, { timeoutMs: 50 }),
      floorsOf(),
    );
    await whileLocked(async () => {
      await expect(impatientHandler.execute(new ListEvents(scopeIn('d1'), {}))).rejects.toMatchObject({
        code: 'ERROR_QUERY_TIMEOUT',
        kind: 'timeout',
      });
      expect(await timed(() => expect.poll(findWaiting).toEqual([]))).toBeLessThan(1_000);
    });
    expect((await store.list()).total_count).toBe(4);
  });

  it('cancel a query when its caller aborts', async () => {
    const abortController = new AbortController();
    const list = new ListEventsHandler(store.engine, floorsOf());
    await whileLocked(async () => {
      const waiting = list.execute(new ListEvents(scopeIn('d1'), {}, {}, abortController.signal));
      setTimeout(() => abortController.abort(), 50);
      await expect(waiting).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
      expect(await timed(() => expect.poll(findWaiting).toEqual([]))).toBeLessThan(1_000);
    });
  });
});
