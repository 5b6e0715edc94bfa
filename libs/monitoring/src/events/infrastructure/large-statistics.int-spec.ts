import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileStatistics, parseStatistics } from '#shared/query/statistics.js';
import { createEventStore, type EventStore } from '../../../test/event-store.js';
import { EVENTS } from './event-resource.js';

const MEGABYTE = 1024 * 1024;
const TOO_MUCH = {
  code: 'ERROR_INVALID_QUERY',
  message: 'query has an answer over 8 MiB; narrow it, name fewer fields, or set page.limit',
};
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  for (let at = 0; at < 20; at += 1) {
    await store.add({
      domain_id: at < 6 ? 'small' : 'large',
      // Compresses well in storage.
      raw_data: { at, text: `${at}`.padEnd(MEGABYTE, 'x') },
    });
  }
});
afterAll(() => store.close());

const collected = (operator: string, field: object = { key: 'raw_data' }) => ({
  aggregate: [{ group: { fields: [{ name: 'all', operator, ...field }] } }],
});
const byContent = { aggregate: [{ group: { keys: [{ key: 'raw_data', name: 'raw' }] } }] };

describe('a stat', () => {
  it.each<[string, object, number]>([
    ['rows', byContent, 6],
    ['rows in a page', { ...byContent, page: { limit: 100 } }, 6],
    ['different values', { distinct: 'raw_data.text' }, 6],
    ['a merged row', collected('merge_objects'), 1],
  ])('returns large %s below 8 MiB', async (_, query, rows) => {
    const { results } = await store.stat(query, 'small');
    expect(results).toHaveLength(rows);
  });

  it.each<[string, object]>([
    ['rows', byContent],
    ['rows in a page', { ...byContent, page: { limit: 100 } }],
    ['different values', { distinct: 'raw_data.text' }],
  ])('refuses %s over 8 MiB', async (_, query) => {
    await expect(store.stat(query, 'large')).rejects.toMatchObject(TOO_MUCH);
  });

  it('returns rows of over 8 MiB in total page by page', async () => {
    const seen: unknown[] = [];
    for (const start of [1, 6, 11]) {
      const { results, total_count } = await store.stat({ ...byContent, page: { start, limit: 5 } }, 'large');
      expect(total_count).toBe(14);
      seen.push(...results.map((row) => (row as { raw: { at: number } }).raw.at));
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 14 }, (__, at) => at + 6).toSorted());
  });

  it.each<[string, object]>([
    ['pushed', collected('push')],
    [
      'pushed in objects',
      collected('push', { fields: [{ key: 'raw_data', name: 'raw' }, { key: 'title' }] }),
    ],
    ['in a set', collected('add_to_set')],
  ])('refuses a row with over 8 MiB %s', async (_, query) => {
    expect((await store.stat(query, 'small')).results).toHaveLength(1);
    await expect(store.stat(query, 'large')).rejects.toMatchObject({
      code: 'ERROR_INVALID_QUERY',
      message: 'query asks for a value that cannot be calculated: a list is over 8192 kB',
    });
  });

  it('merges many objects, but into none over 8 MiB', async () => {
    const merged = collected('merge_objects', { key: 'additional_info' });
    for (let at = 0; at < 20; at += 1) {
      const text = 'x'.repeat(MEGABYTE);
      await store.add({ domain_id: 'merged', additional_info: { same: text } });
      await store.add({ domain_id: 'unlike', additional_info: { [`name ${at}`]: text } });
    }
    expect((await store.stat(merged, 'merged')).results).toHaveLength(1);
    await expect(store.stat(merged, 'unlike')).rejects.toMatchObject({
      code: 'ERROR_INVALID_QUERY',
      message: 'query asks for a value that cannot be calculated: a merged object is over 8192 kB',
    });
  });

  it.runIf(process.platform === 'linux').each(['first', 'last'])(
    'needs no more memory for the %s of many large values than for one',
    async (operator) => {
      await store.add({
        domain_id: operator,
        raw_data: { list: Array(150).fill(1), text: 'x'.repeat(MEGABYTE) },
      });
      const query = {
        aggregate: [
          { unwind: { path: 'raw_data.list' } },
          { group: { fields: [{ name: 'one', operator, key: 'raw_data.text' }] } },
        ],
      };
      const { statement, decode } = compileStatistics(EVENTS, parseStatistics(query), {
        domain_id: operator,
        now: new Date(),
      });
      const client = await store.pool.connect();
      try {
        // Peak memory of the server process of this connection.
        const most = async () => {
          const { rows } = await client.query<{ status: string }>(
            `select pg_read_file('/proc/self/status', 0, 10000) as status`,
          );
          return Number(/VmHWM:\s+(\d+) kB/.exec(rows[0]?.status ?? '')?.[1]) * 1024;
        };
        const before = await most();
        const { rows } = await client.query<object>(statement.text, [...statement.values]);
        expect(decode(rows).results).toEqual([{ one: 'x'.repeat(MEGABYTE) }]);
        expect((await most()) - before).toBeLessThan(60 * MEGABYTE);
      } finally {
        client.release(true);
      }
    },
  );
});
