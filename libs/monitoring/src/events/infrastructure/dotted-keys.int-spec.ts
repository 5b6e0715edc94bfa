import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventStore, type EventStore } from '../../../test/event-store.js';

const NAME = 'additional_info["service.name"]';
const INSTANCE = 'raw_data.labels["app.kubernetes.io/name"].x';
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  const labels = { 'app.kubernetes.io/name': { x: 'deep' } };
  await store.add({ title: 'api', additional_info: { 'service.name': 'api', n: 1 }, raw_data: { labels } });
  await store.add({ title: 'web', additional_info: { 'service.name': 'web', 'a.list': [1, 2] } });
  await store.add({ title: 'both', domain_id: 'd2', additional_info: { 'a.b': 1, a: { b: 2 } } });
});
afterAll(() => store.close());

const titles = async (query: unknown, domain = 'd1') =>
  (await store.list(query, {}, domain)).results.map(({ title }) => title);
const on = (k: string, v: unknown, o = 'eq') => ({ filter: [{ k, v, o }] });
const count = { name: 'n', operator: 'count' };

describe('a key with dots', () => {
  it('is found, sorted and returned', async () => {
    expect(await titles(on(NAME, 'api'))).toEqual(['api']);
    expect(await titles(on(INSTANCE, 'dee', 'contain'))).toEqual(['api']);
    expect(await titles({ sort: { key: NAME } })).toEqual(['api', 'web']);
    expect(await titles({ sort: { key: NAME, desc: true } })).toEqual(['web', 'api']);
    expect((await store.list({ ...on(NAME, 'api'), only: [NAME, INSTANCE] })).results).toEqual([
      {
        additional_info: { 'service.name': 'api' },
        raw_data: { labels: { 'app.kubernetes.io/name': { x: 'deep' } } },
      },
    ]);
  });

  it('is grouped, combined, unwound and made distinct', async () => {
    expect(await store.stat({ distinct: NAME })).toEqual({ results: ['api', 'web'] });
    const group = { keys: [{ key: NAME }], fields: [count] };
    expect(await store.stat({ aggregate: [{ group }, { sort: { key: NAME, desc: true } }] })).toEqual({
      results: [
        { [NAME]: 'web', n: 1 },
        { [NAME]: 'api', n: 1 },
      ],
    });
    const path = 'additional_info["a.list"]';
    const sum = { name: 'sum', operator: 'sum', key: path };
    expect(await store.stat({ aggregate: [{ unwind: { path } }, { group: { fields: [sum] } }] })).toEqual({
      results: [{ sum: 3 }],
    });
  });
});

describe('a path that matches only a key with dots', () => {
  const advice = (field: string, key: string) => ({
    code: 'ERROR_INVALID_QUERY',
    errors: [{ field, reason: expect.stringContaining(key) as unknown }],
  });

  it.each<[string, object, string]>([
    ['query.filter[0].k', on('additional_info.service.name', 'api'), NAME],
    ['query.filter[0].k', { ...on('additional_info.service.name', 'api'), count_only: true }, NAME],
    ['query.filter[0].k', on('raw_data.labels.app.kubernetes.io/name.x', 'deep'), INSTANCE],
  ])('is refused at %s of a list, with the quoted key suggested', async (field, query, key) => {
    await expect(store.list(query)).rejects.toMatchObject(advice(field, key));
  });

  it.each<[string, object]>([
    ['query.distinct', { distinct: 'additional_info.service.name' }],
    [
      'query.aggregate[0].group.keys[1].key',
      {
        aggregate: [
          { group: { keys: [{ key: 'title' }, { key: 'additional_info.service.name' }], fields: [count] } },
        ],
      },
    ],
  ])('is refused at %s of a stat, with the quoted key suggested', async (field, query) => {
    await expect(store.stat(query)).rejects.toMatchObject(advice(field, NAME));
  });

  it('is not refused if the nested path exists too, or if neither exists', async () => {
    expect(await titles(on('additional_info.a.b', 1), 'd2')).toEqual([]);
    expect(await titles(on('additional_info.a.b', 2), 'd2')).toEqual(['both']);
    expect(await titles(on('additional_info.none.there', 2))).toEqual([]);
    expect(await titles(on('additional_info.service.name', 'api'), 'd2')).toEqual([]);
  });
});
