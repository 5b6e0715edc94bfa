import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEVERITIES } from '#senders/plugin-api/event.js';
import { scaled } from '#test/scale.js';
import { anyCondition, anyWord, TITLES } from '../../../test/any-condition.js';
import { createEventStore, WEBHOOKS, type EventStore } from '../../../test/event-store.js';
import { ask, valueAt, type OracleQuery, type Plain } from '../../../test/query-oracle.js';

const RUNS = scaled(20);
const DAY = 86_400_000;
const start = Math.floor((Date.now() - 3 * DAY) / 1000) * 1000;
const RAW = [
  {},
  { labels: { job: 'node' }, value: 5 },
  { labels: { job: 'Node' }, value: 40 },
  { labels: { job: null, "o'x": '%' }, value: 'text' },
  { labels: { job: 'a\\b' }, value: -1.5 },
  { value: true, 'a.b': 'node', labels: { 'x"/y.z': { n: 40 } } },
  { 'a.b': 5, a: { b: 'a' }, list: ['node', { k: 5 }, 5] },
  { list: ['a'] },
  {
    list: [],
    tags: ['node', 'CPU', 5, null],
    items: [{ k: 'node', n: 5 }, { k: ['disk', -1.5] }, 'aws', [{ k: 'cpu low' }]],
  },
  { tags: 'CPU', items: { k: null, '0': { k: 'aws' } }, labels: [{ job: 'disk' }, { job: 40 }] },
  { tags: [null], items: [{ k: null }, { 'a.b': [{ c: 'Ärger' }, { c: 40 }] }, { k: 'disk', 0: 5 }] },
];
const LISTS = [
  'raw_data.list',
  'raw_data.tags',
  'raw_data.tags.1',
  'raw_data.items.k',
  'raw_data.items.0.k',
  'raw_data.items.-1',
  'raw_data.items',
  'raw_data.items["a.b"].c',
];
const DOTTED = ['raw_data["a.b"]', String.raw`raw_data.labels["x\"/y.z"].n`];
let store: EventStore;
let records: Plain[];

beforeAll(async () => {
  store = await createEventStore();
  for (let at = 0; at < 60; at += 1) {
    const title = TITLES[at % TITLES.length];
    await store.add({
      domain_id: at % 5 === 4 ? 'd2' : 'd1',
      webhook: WEBHOOKS[at % 2],
      severity: SEVERITIES[at % SEVERITIES.length],
      event_type: at % 4 === 0 ? 'RECOVERY' : 'ALERT',
      title,
      provider: [null, 'aws', 'gcp'][at % 3] ?? null,
      resource_name: at % 4 === 1 ? null : `host-${at % 7}`,
      raw_data: RAW[at % RAW.length],
      created_at: new Date(start + (at % 13) * 7_200_000 + (at % 3)),
    });
  }
  records = (await store.list({ page: { limit: 1000 } })).results as Plain[];
});
afterAll(() => store.close());

const instant = fc
  .integer({ min: -1, max: 14 })
  .map((at) => new Date(start + at * 7_200_000 + 1).toISOString());
const TEXT = ['title', 'provider', 'resource.name', 'event_key'];
const JSON_KEYS = [
  'raw_data.value',
  'raw_data.labels.job',
  "raw_data.labels.o'x",
  'raw_data.none.at.all',
  'raw_data.a.b',
  ...DOTTED,
  ...LISTS,
];
const condition = anyCondition(
  {
    text: TEXT,
    json: JSON_KEYS,
    numbers: ['raw_data.value', 'raw_data.tags', 'raw_data.items.k'],
    dates: ['created_at', 'occurred_at'],
    id: 'webhook_id',
  },
  instant,
);
const SORTABLE = [
  ...TEXT,
  ...DOTTED,
  'created_at',
  'severity',
  'raw_data.value',
  'raw_data.labels.job',
  'event_id',
];
const query: fc.Arbitrary<OracleQuery> = fc.record({
  filter: fc.array(condition, { maxLength: 2 }),
  filter_or: fc.array(condition, { maxLength: 3 }),
  keyword: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    fc.array(anyWord, { maxLength: 2 }).map((each) => each.join(' ')),
  ),
  sort: fc.uniqueArray(fc.record({ key: fc.constantFrom(...SORTABLE), desc: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ key }) => key,
  }),
});
const idsOf = (results: readonly Plain[]) => results.map(({ event_id }) => event_id);

describe('any list query', () => {
  it('returns the result of the reference implementation, in one page and page by page', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 1, max: 20 }), async (asked, limit) => {
        const expected = ask(records, asked, 'event_id');
        const found = await store.list({ ...asked, page: { limit: 1000 } });
        expect(idsOf(found.results as Plain[])).toEqual(idsOf(expected));
        expect(found.total_count).toBe(expected.length);

        const paged: Plain[] = [];
        let cursor: string | undefined;
        do {
          const page = cursor === undefined ? { limit } : { limit, cursor };
          const { next_cursor, results, total_count } = (await store.list({ ...asked, page })) as {
            next_cursor?: string;
            results: Plain[];
            total_count: number;
          };
          expect(total_count).toBe(expected.length);
          paged.push(...results);
          cursor = next_cursor;
        } while (cursor !== undefined);
        expect(idsOf(paged)).toEqual(idsOf(found.results as Plain[]));
      }),
      { numRuns: RUNS },
    );
  });
});

it('any list query with unwind returns one result per list element of the matching records', async () => {
  const path = 'raw_data.list';
  const unwind = { path };
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 9 }), async (asked, limit) => {
      const plain = { ...asked, sort: [{ key: 'event_id', desc: false }] };
      const expected = ask(records, plain, 'event_id').flatMap((record) =>
        [valueAt(record, path)].flat().flatMap((each) => (each === null ? [] : [[record['event_id'], each]])),
      );
      const found = await store.list({ ...plain, unwind, page: { limit } });
      expect((found.results as Plain[]).map((each) => [each['event_id'], valueAt(each, path)])).toEqual(
        expected.slice(0, limit),
      );
      expect(found.total_count).toBe(expected.length);
    }),
    { numRuns: RUNS },
  );
});
