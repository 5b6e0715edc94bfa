import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventStore, type EventStore } from '../../../test/event-store.js';
import { at } from '../../../test/sample-events.js';

let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  const items = [{ k: 'x', n: 1 }, { k: 'Y', n: 20, 'a.b': 'dotted' }, { tags: ['deep', 'x'] }];
  await store.add({ title: 'lists', created_at: at(1), raw_data: { items, tags: ['db', 'eu', 'db', 5] } });
  await store.add({ title: 'plain', created_at: at(2), raw_data: { items: { k: 'x' }, tags: 'db' } });
  await store.add({ title: 'empty', created_at: at(3), raw_data: { items: [], tags: [null] } });
  await store.add({ title: 'other', created_at: at(4), additional_info: { teams: ['sre', 'web'] } });
});
afterAll(() => store.close());

const titles = async (query: object) =>
  (await store.list({ ...query, sort: { key: 'created_at' } })).results.map(({ title }) => title);
const on = (k: string, o: string, v: unknown) => ({ filter: [{ k, v, o }] });

describe('conditions on lists, which hold if any element matches', () => {
  it.each<[string, string, unknown, string[]]>([
    ['raw_data.tags', 'eq', 'db', ['lists', 'plain']],
    ['raw_data.tags', 'eq', 5, ['lists']],
    ['raw_data.tags', 'eq', '5', []],
    ['raw_data.tags', 'in', ['eu', 'us'], ['lists']],
    ['raw_data.tags', 'contain', 'EU', ['lists']],
    ['raw_data.tags', 'contain_in', ['zz', 'D'], ['lists', 'plain']],
    ['raw_data.tags', 'regex', '^e', ['lists']],
    ['raw_data.tags', 'regex_in', ['^zz', 'b$'], ['lists', 'plain']],
    ['raw_data.tags', 'gte', 5, ['lists']],
    ['raw_data.items.k', 'eq', 'x', ['lists', 'plain']],
    ['raw_data.items.k', 'eq', 'Y', ['lists']],
    ['raw_data.items.n', 'gt', 10, ['lists']],
    ['raw_data.items.tags', 'eq', 'deep', ['lists']],
    ['raw_data.items["a.b"]', 'eq', 'dotted', ['lists']],
    ['raw_data.items.1.k', 'eq', 'Y', ['lists']],
    ['raw_data.items.1.k', 'eq', 'x', []],
    ['raw_data.items', 'match', { k: 'x', n: 1 }, ['lists']],
    ['raw_data.items', 'match', { k: 'x', n: 20 }, []],
    ['additional_info.teams', 'eq', 'web', ['other']],
  ])('%s %s %j', async (k, o, v, found) => expect(await titles(on(k, o, v))).toEqual(found));
});

describe('negations on lists, which hold if no element matches', () => {
  it.each<[string, string, unknown, string[]]>([
    ['raw_data.tags', 'not', 'eu', ['plain', 'empty', 'other']],
    ['raw_data.tags', 'not_in', ['eu', 'us'], ['plain', 'empty', 'other']],
    ['raw_data.tags', 'not_contain', 'd', ['empty', 'other']],
    ['raw_data.tags', 'not_contain_in', ['e', 'zz'], ['plain', 'empty', 'other']],
    ['raw_data.items.k', 'not', 'x', ['empty', 'other']],
    ['raw_data.items.k', 'not_in', ['Y'], ['plain', 'empty', 'other']],
  ])('%s %s %j', async (k, o, v, found) => expect(await titles(on(k, o, v))).toEqual(found));
});

it('an absent value equals null, while an empty list or a list of nulls exists', async () => {
  expect(await titles(on('raw_data.tags', 'eq', null))).toEqual(['other']);
  expect(await titles(on('raw_data.items', 'exists', true))).toEqual(['lists', 'plain', 'empty']);
  expect(await titles(on('raw_data.items.k', 'exists', true))).toEqual(['lists', 'plain']);
  expect(await titles(on('raw_data.items.k', 'not', null))).toEqual(['lists', 'plain']);
  expect(await titles(on('raw_data.items.k', 'in', ['Y', null]))).toEqual(['lists', 'empty', 'other']);
});

it('distinct values and groups are those of the elements, with each record once per group', async () => {
  expect(await store.stat({ distinct: 'raw_data.tags' })).toEqual({ results: [5, 'db', 'eu'] });
  expect(await store.stat({ distinct: 'raw_data.items.k' })).toEqual({ results: ['Y', 'x'] });
  const count = { name: 'n', operator: 'count' };
  const by = async (key: string, ...more: object[]) =>
    (await store.stat({ aggregate: [{ group: { keys: [{ key, name: 'k' }], fields: [count] } }, ...more] }))
      .results;
  expect(await by('raw_data.tags')).toEqual([
    { k: 5, n: 1 },
    { k: 'db', n: 2 },
    { k: 'eu', n: 1 },
    { k: null, n: 2 },
  ]);
  expect(await by('raw_data.items.k')).toEqual([
    { k: 'Y', n: 1 },
    { k: 'x', n: 2 },
    { k: null, n: 2 },
  ]);
  const both = {
    group: { keys: [{ key: 'raw_data.tags' }, { key: 'raw_data.items.k' }], fields: [count] },
  };
  expect(
    await store.stat({ ...on('title', 'eq', 'lists'), aggregate: [both, { count: { name: 'n' } }] }),
  ).toEqual({ results: [{ n: 6 }] });
});

it('a list that add_to_set collected is matched and grouped by its elements', async () => {
  const titlesOf = { name: 'titles', operator: 'add_to_set', key: 'title' };
  const group = { keys: [{ key: 'severity' }], fields: [titlesOf] };
  const match = (v: string) => ({ match: [{ k: 'titles', v, o: 'eq' }] });
  const count = { count: { name: 'n' } };
  expect(await store.stat({ aggregate: [{ group }, match('plain'), count] })).toEqual({
    results: [{ n: 1 }],
  });
  expect(await store.stat({ aggregate: [{ group }, match('none'), count] })).toEqual({ results: [{ n: 0 }] });
  const again = { keys: [{ key: 'titles' }], fields: [{ name: 'n', operator: 'count' }] };
  expect(await store.stat({ aggregate: [{ group }, { group: again }, count] })).toEqual({
    results: [{ n: 4 }],
  });
});

it('a match stage after unwind compares each element separately', async () => {
  const unwind = { path: 'raw_data.items' };
  const match = [{ k: 'raw_data.items.tags', v: 'x', o: 'eq' }];
  const stat = { aggregate: [{ unwind }, { match }, { count: { name: 'n' } }] };
  expect(await store.stat(stat)).toEqual({ results: [{ n: 1 }] });
});

it('a path to a dotted key in a list is refused with a suggestion, and an existing path is not', async () => {
  await expect(store.list(on('raw_data.items.a.b', 'eq', 'dotted'))).rejects.toMatchObject({
    errors: [
      { field: 'query.filter[0].k', reason: expect.stringContaining('raw_data.items["a.b"]') as unknown },
    ],
  });
  expect(await titles(on('raw_data.items.tags', 'eq', 'nothing'))).toEqual([]);
});

it('labels and links of an event without any are empty, as its record shows', async () => {
  const all = ['lists', 'plain', 'empty', 'other'];
  for (const key of ['labels', 'links']) {
    expect(await titles(on(key, 'exists', true))).toEqual(all);
    expect(await titles(on(key, 'exists', false))).toEqual([]);
    expect(await titles(on(key, 'eq', null))).toEqual([]);
    expect(await titles(on(key, 'not', null))).toEqual(all);
  }
  const { results } = await store.stat({ aggregate: [{ group: { keys: [{ key: 'labels' }], fields: [] } }] });
  expect(results).toEqual([{ labels: {} }]);
});

it('`only` takes the alternative name of a key', async () => {
  const { results } = await store.list({
    only: ['resource_id'],
    filter: [{ k: 'title', v: 'plain', o: 'eq' }],
  });
  expect(results).toEqual([{ resource: { resource_id: null } }]);
});
