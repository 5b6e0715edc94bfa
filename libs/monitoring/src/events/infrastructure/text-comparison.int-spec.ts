import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventStore, type EventStore } from '../../../test/event-store.js';

const NFD = (text: string) => text.normalize('NFD');
const CAFE = 'Café au lait';
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  for (const title of [
    CAFE,
    NFD(CAFE),
    'Straße',
    'STRAẞE',
    'ΟΔΟΣ',
    'οδος',
    'οδοσ',
    'İzmir',
    'izmir',
    '5 µs',
    '5 μs',
  ]) {
    await store.add({ title, raw_data: { title, list: ['x', title] } });
  }
});
afterAll(() => store.close());

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['café', [CAFE, NFD(CAFE)]],
  [NFD('CAFÉ'), [CAFE, NFD(CAFE)]],
  ['STRAẞE', ['Straße', 'STRAẞE']],
  ['straße', ['Straße', 'STRAẞE']],
  ['STRASSE', []],
  ['οδος', ['ΟΔΟΣ', 'οδος', 'οδοσ']],
  ['ΟΔΟΣ', ['ΟΔΟΣ', 'οδος', 'οδοσ']],
  ['İZ', ['İzmir']],
  ['IZ', ['izmir']],
  ['5 μS', ['5 µs', '5 μs']],
];
const sorted = (texts: readonly unknown[]) => texts.map(String).toSorted();
const found = async (query: object) => sorted((await store.list(query)).results.map(({ title }) => title));
const on = (k: string, o: string, v: unknown) => ({ filter: [{ k, o, v }] });

it.each(CASES)('%s matches the same titles by keyword, contain and regex', async (text, titles) => {
  const expected = sorted(titles);
  expect(await found({ keyword: text })).toEqual(expected);
  for (const key of ['title', 'raw_data.title', 'raw_data.list']) {
    expect(await found(on(key, 'contain', text))).toEqual(expected);
    expect(await found(on(key, 'contain_in', ['nothing', text]))).toEqual(expected);
    expect(await found(on(key, 'regex', `^${text}`))).toEqual(expected);
    expect(await found(on(key, 'not_contain', text))).toHaveLength(11 - titles.length);
  }
});

it('composed and decomposed texts are equal, but texts that differ in case are not', async () => {
  for (const key of ['title', 'raw_data.title', 'raw_data.list']) {
    for (const text of [CAFE, NFD(CAFE)]) {
      expect(await found(on(key, 'eq', text))).toEqual(sorted([CAFE, NFD(CAFE)]));
      expect(await found(on(key, 'in', ['nothing', text]))).toEqual(sorted([CAFE, NFD(CAFE)]));
      expect(await found(on(key, 'not', text))).toHaveLength(9);
    }
    expect(await found(on(key, 'eq', 'café au lait'))).toEqual([]);
  }
});
