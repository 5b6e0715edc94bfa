import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEVERITIES } from '#senders/plugin-api/event.js';
import { scaled } from '#test/scale.js';
import { createEventStore, WEBHOOKS, type EventStore } from '../../../test/event-store.js';
import { bySeverity, elementsAt, holds, inOrder, type Plain } from '../../../test/query-oracle.js';
import { group } from '../../../test/statistics-oracle.js';

const RUNS = scaled(25);
const start = Math.floor((Date.now() - 3 * 86_400_000) / 1000) * 1000;
const RAW = [
  {},
  { labels: { job: 'node' }, value: 5 },
  { labels: { job: 'Node' }, value: 40 },
  { value: 'x', 'a.b': { 'c.d': 7 } },
  { tags: ['a', 'b', 'a', null], items: [{ k: 5 }, { k: ['b', 6] }, 'x', { k: { l: 1 } }] },
  { tags: [], items: { k: 'b' } },
];
let store: EventStore;
let records: Plain[];

beforeAll(async () => {
  store = await createEventStore();
  for (let at = 0; at < 50; at += 1) {
    await store.add({
      domain_id: at % 7 === 6 ? 'd2' : 'd1',
      webhook: WEBHOOKS[at % 2],
      severity: SEVERITIES[at % SEVERITIES.length],
      event_type: at % 4 === 0 ? 'RECOVERY' : 'ALERT',
      title: ['cpu', 'Disk', 'Ärger', 'disk'][at % 4],
      provider: [null, 'aws', 'gcp'][at % 3] ?? null,
      raw_data: RAW[at % RAW.length],
      created_at: new Date(start + (at % 11) * 7_200_000),
    });
  }
  records = (await store.list({ page: { limit: 1000 } })).results as Plain[];
});
afterAll(() => store.close());

const condition = fc.oneof(
  fc.record({
    k: fc.constant('severity'),
    v: fc.subarray(['CRITICAL', 'ERROR', 'INFO']),
    o: fc.constant('in'),
  }),
  fc.record({
    k: fc.constant('severity'),
    v: fc.constantFrom(...SEVERITIES),
    o: fc.constantFrom('lt', 'lte', 'gt', 'gte'),
  }),
  fc.record({
    k: fc.constant('title'),
    v: fc.constantFrom('d', 'IS', 'zz'),
    o: fc.constantFrom('contain', 'not_contain'),
  }),
  fc.record({ k: fc.constant('provider'), v: fc.boolean(), o: fc.constant('exists') }),
  fc.record({ k: fc.constant('raw_data.value'), v: fc.constantFrom(5, 6), o: fc.constantFrom('eq', 'gt') }),
);
const keys = fc.subarray([
  { key: 'severity', name: 'severity' },
  { key: 'provider', name: 'provider' },
  { key: 'raw_data.labels.job', name: 'job' },
  { key: 'raw_data["a.b"]["c.d"]', name: 'dotted' },
  { key: 'raw_data.tags', name: 'tag' },
  { key: 'raw_data.items.k', name: 'k' },
  { key: 'created_at', name: 'day', date_format: '%Y-%m-%d' },
  { key: 'created_at', name: 'hour', date_format: 'hour' },
]);
const severe = [{ key: 'severity', value: 'ERROR', operator: 'gte' }];
const fields = fc.subarray(
  [
    { name: 'all', operator: 'count' },
    { name: 'severe', operator: 'count', conditions: severe },
    { name: 'provided', operator: 'count', key: 'provider' },
    { name: 'sum', operator: 'sum', key: 'raw_data.value' },
    { name: 'severe sum', operator: 'sum', key: 'raw_data.value', conditions: severe },
    { name: 'dotted sum', operator: 'sum', key: 'raw_data["a.b"]["c.d"]' },
    { name: 'average', operator: 'average', key: 'raw_data.value' },
    { name: 'median', operator: 'percentile', key: 'raw_data.value', percentile: 50 },
    { name: 'p99.9', operator: 'percentile', key: 'raw_data.value', percentile: 99.9 },
    { name: 'all of it', operator: 'percentile', key: 'raw_data["a.b"]["c.d"]', percentile: 100 },
    {
      name: 'severe p25',
      operator: 'percentile',
      key: 'raw_data.value',
      percentile: 25,
      conditions: severe,
    },
    { name: 'first title', operator: 'min', key: 'title' },
    { name: 'worst', operator: 'max', key: 'severity' },
    { name: 'mildest', operator: 'min', key: 'severity' },
    { name: 'newest', operator: 'max', key: 'created_at' },
    { name: 'jobs', operator: 'add_to_set', key: 'raw_data.labels.job' },
  ],
  { minLength: 1 },
);

/** The value after a round trip through JSON, where numbers with many digits are numbers again. */
function roundTripJson(answer: unknown): unknown {
  const text = JSON.stringify(answer);
  return JSON.parse(text);
}

/** Sorts rows and sets, and rounds numbers to nine digits. */
function comparable(rows: readonly unknown[]): string[] {
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row as Plain).map(([name, value]) => [
          name,
          Array.isArray(value)
            ? (value as string[]).toSorted()
            : typeof value === 'number'
              ? Number(value.toFixed(9))
              : value,
        ]),
      ),
    )
    .toSorted();
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value);

/** Compares values of a column of groups. Nulls are last in either direction, after values that are not numbers. */
function inSortOrder(name: string, desc: boolean) {
  const compare = ['severity', 'worst', 'mildest'].includes(name)
    ? bySeverity
    : (a: unknown, b: unknown) => inOrder(name, asText(a), asText(b));
  const rankOf = (value: unknown) => (value === null ? 2 : Number(typeof value !== 'number'));
  return (a: unknown, b: unknown) =>
    rankOf(a) - rankOf(b) || (a === null ? 0 : (desc ? -1 : 1) * compare(a, b));
}

it('any statistics query gives the reference result, also sorted, matched, counted, cut and paged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(condition, { maxLength: 2 }),
      keys,
      fields,
      fc.nat({ max: 6 }),
      fc.record({ at: fc.nat(), desc: fc.boolean() }),
      async (filter, by, of, skip, { at, desc }) => {
        const expected = group(records, filter, { keys: by, fields: of });
        const stage = { group: { keys: by, fields: of } };
        const ask = async (...more: object[]) => {
          const { results } = await store.stat({ filter, aggregate: [stage, ...more] });
          return roundTripJson(results) as Plain[];
        };
        const whole = await ask();
        expect(comparable(whole)).toEqual(comparable(expected));
        const sortable = [...by, ...of].map(({ name }) => name).filter((name) => name !== 'jobs');
        const name = sortable[at % sortable.length];
        if (name !== undefined) {
          const sorted = await ask({ sort: { key: `[${JSON.stringify(name)}]`, desc } });
          expect(comparable(sorted)).toEqual(comparable(expected));
          const values = sorted.map((row) => row[name]);
          expect(values).toEqual(values.toSorted(inSortOrder(name, desc)));
        }
        const [some] = of;
        const matched = { k: some?.name ?? '', v: 2, o: 'gte' };
        if (some && ['count', 'sum'].includes(some.operator)) {
          expect(await ask({ match: { filter: [matched] } })).toEqual(
            whole.filter((row) => holds(row, matched)),
          );
        }
        expect(await ask({ count: { name: 'n' } })).toEqual([{ n: expected.length }]);
        expect(await ask({ skip }, { limit: 3 })).toEqual(whole.slice(skip, skip + 3));
        const paged = await store.stat({
          filter,
          aggregate: [stage],
          page: { start: skip + 1, limit: 2 },
        });
        expect(roundTripJson(paged)).toEqual({
          results: whole.slice(skip, skip + 2),
          total_count: expected.length,
        });
      },
    ),
    { numRuns: RUNS },
  );
});

it.each(['provider', 'title', 'severity', 'raw_data.tags', 'raw_data.items.k', 'raw_data.labels.job'])(
  'distinct values of %s are complete and sorted',
  async (key) => {
    const there = new Set(records.flatMap((each) => elementsAt(each, key)));
    const expected = [...there]
      .filter((value) => typeof value !== 'object')
      .toSorted(
        (a, b) => Number(typeof a !== 'number') - Number(typeof b !== 'number') || inOrder(key, a, b),
      );
    expect(roundTripJson(await store.stat({ distinct: key }))).toEqual({ results: expected });
  },
);
