import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import { OPERATORS } from '#shared/query/parse-condition.js';
import { scaled } from '#test/scale.js';
import { createEventStore, type EventStore } from '../../../test/event-store.js';
import type { Plain } from '../../../test/query-oracle.js';

const RUNS = scaled(20);
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  for (let at = 0; at < 20; at += 1) {
    await store.add({
      domain_id: at % 2 === 0 ? 'd1' : 'd2',
      title: at % 3 === 0 ? 'cpu' : `it's "down"`,
      raw_data: { value: at, a: ['x', { b: at }], list: [at, { k: 'node' }] },
    });
  }
});
afterAll(() => store.close());

const texts = fc.constantFrom('cpu', '%', '_', "'", '"', ';--', '\\', '$1', "' or true --", 'node', '');
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    'now/d - 99999999w',
    '2026-02-31',
    '[',
    '(',
    'a{51}',
    '(a)\\1',
    '',
    null,
    [],
    {},
    -1,
    1e300,
  ),
  texts,
);
const anyCondition = fc.record(
  {
    k: fc.oneof(
      fc.constantFrom('title', 'raw_data.a', 'created_at', 'webhook_id', 'resource', 'severity'),
      anyValue,
    ),
    v: fc.oneof(anyValue, fc.array(anyValue, { maxLength: 3 })),
    o: fc.oneof(fc.constantFrom(...OPERATORS), anyValue),
  },
  { requiredKeys: [] },
);
const anyStage = fc.oneof(
  fc.record({
    group: fc.oneof(
      anyValue,
      fc.record({
        keys: fc.array(
          fc.record({
            key: fc.constantFrom('title', 'created_at', 'raw_data.a', 'raw_data'),
            name: texts,
            date_format: fc.oneof(fc.constantFrom('%Y"\'', 'hour', '%q', undefined), texts),
          }),
          { maxLength: 2 },
        ),
        fields: fc.array(
          fc.record({
            key: fc.constantFrom('raw_data.value', 'title', 'created_at', 'event_id', 'raw_data'),
            name: texts,
            operator: fc.constantFrom(
              'count',
              'sum',
              'average',
              'max',
              'min',
              'first',
              'last',
              'push',
              'add_to_set',
              'merge_objects',
              'x',
            ),
          }),
          { maxLength: 3 },
        ),
      }),
    ),
  }),
  fc.record({ sort: fc.oneof(anyValue, fc.record({ key: texts })) }),
  fc.record({ unwind: fc.oneof(anyValue, fc.constant({ path: 'raw_data.list' })) }),
  fc.record({ project: anyValue }),
  fc.record({ match: fc.oneof(fc.array(anyCondition, { maxLength: 2 }), anyValue) }),
  fc.record({ limit: anyValue }),
  fc.record({ count: fc.oneof(anyValue, fc.record({ name: texts })) }),
  anyValue,
);

describe('random invalid queries', () => {
  const runOrRefuse = async (work: Promise<{ results: readonly unknown[] }>) => {
    try {
      return (await work).results;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      expect(error.code, error.message).toBe('ERROR_INVALID_QUERY');
      expect(error.errors?.[0]?.field).toMatch(/^query/);
      return [];
    }
  };

  it('return a list or ERROR_INVALID_QUERY, and never records of another domain', async () => {
    const wild = fc.record(
      {
        filter: fc.oneof(fc.array(anyCondition, { maxLength: 3 }), anyValue),
        filter_or: fc.array(anyCondition, { maxLength: 2 }),
        keyword: fc.oneof(texts, anyValue),
        sort: fc.oneof(
          fc.record({ key: fc.oneof(texts, fc.constantFrom('raw_data.a', 'resource')) }),
          anyValue,
        ),
        page: fc.oneof(fc.record({ limit: fc.integer({ min: -1, max: 2000 }) }), anyValue),
        only: fc.oneof(fc.constant(['domain_id', 'raw_data']), anyValue),
        unwind: fc.oneof(
          fc.record({ path: fc.constantFrom('raw_data.list', 'title', 'raw_data') }),
          anyValue,
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(wild, async (asked) => {
        for (const each of (await runOrRefuse(store.list(asked))) as Plain[]) {
          if ('domain_id' in each) expect(each['domain_id']).toBe('d1');
        }
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it('return statistics or ERROR_INVALID_QUERY', async () => {
    const wild = fc.record(
      {
        filter: fc.array(anyCondition, { maxLength: 1 }),
        aggregate: fc.oneof(fc.array(anyStage, { maxLength: 3 }), anyValue),
        distinct: fc.oneof(texts, fc.constantFrom('raw_data.value', 'resource', 'title', 'created_at')),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(wild, async (asked) => void (await runOrRefuse(store.stat(asked)))),
      { numRuns: RUNS * 4 },
    );
  });
});
