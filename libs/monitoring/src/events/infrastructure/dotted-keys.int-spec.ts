import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { createEventStore, WEBHOOKS, type EventStore } from '../../../test/event-store.js';

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

describe('a path that is nested in the records of one webhook, and a key with dots in newer ones of another', () => {
  const NESTED = on('additional_info.service.name', 'api');
  const fromFirst = (v: unknown) => ({
    filter: [
      { k: 'webhook_id', v: formatId('webhook', WEBHOOKS[0]), o: 'eq' },
      ...on('additional_info.service.name', v).filter,
    ],
  });

  beforeAll(async () => {
    const created_at = new Date(Date.now() - 3_600_000);
    const nested = { service: { name: 'api' }, size: 5 };
    await store.add({ domain_id: 'd3', title: 'old', additional_info: nested, created_at });
    for (let at = 0; at < 200; at += 1) {
      await store.add({
        ...{ domain_id: 'd3', webhook: WEBHOOKS[1], additional_info: { 'service.name': 'web' } },
      });
    }
  });

  it('is counted, grouped and paged by', async () => {
    const group = { fields: [count] };
    expect(await store.stat({ ...NESTED, aggregate: [{ group }] }, 'd3')).toEqual({ results: [{ n: 1 }] });
    expect(await store.stat({ ...NESTED, distinct: 'title', page: { start: 5 } }, 'd3')).toEqual({
      ...{ results: [], total_count: 1 },
    });
    const fields = [{ name: 'none', operator: 'max', key: 'additional_info.none' }];
    const keys = [{ key: 'title' }];
    expect(await store.stat({ ...NESTED, aggregate: [{ group: { keys, fields } }] }, 'd3')).toEqual({
      results: [{ title: 'old', none: null }],
    });
  });

  it('gives an empty list where the records that meet the rest of the filter have it', async () => {
    expect(await titles(fromFirst('other'), 'd3')).toEqual([]);
    expect(
      await store.stat({ ...fromFirst('other'), aggregate: [{ group: { fields: [count] } }] }, 'd3'),
    ).toEqual({
      results: [{ n: 0 }],
    });
  });

  it('is still refused if nothing was found and the records have the key with dots', async () => {
    const refusal = { code: 'ERROR_INVALID_QUERY' };
    await expect(store.list(on('additional_info.service.name', 'web'), {}, 'd3')).rejects.toMatchObject(
      refusal,
    );
    await expect(
      store.stat(
        { ...on('additional_info.service.name', 'web'), aggregate: [{ group: { fields: [count] } }] },
        'd3',
      ),
    ).rejects.toMatchObject(refusal);
  });
});
