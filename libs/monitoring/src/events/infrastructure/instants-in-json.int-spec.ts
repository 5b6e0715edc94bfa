import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventStore, type EventStore } from '../../../test/event-store.js';

const SAME = [
  '2026-01-02T01:04:05Z',
  '2026-01-02 01:04:05',
  '2026-01-02T10:04:05+0900',
  '2026-01-02 10:04:05.000+09:00',
  '2026-01-02T10:04:05+09',
  '2026-01-01 21:34:05-0330',
];
const NONE = [
  '2026-02-30 10:00:00',
  '2026-01-02 24:00',
  '2026-01-02  10:00',
  '2026-01-02 10:00 +0900',
  'soon',
];
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  for (const when of [...SAME, ...NONE]) await store.add({ title: when, raw_data: { when: ['no', when] } });
});
afterAll(() => store.close());

const found = async (o: string, v: string) =>
  (await store.list({ filter: [{ k: 'raw_data.when', o, v }] })).results.map(({ title }) => title).toSorted();

it.each(SAME)('%s is the same instant as in other forms, in records and in queries', async (when) => {
  expect(await found('datetime_gte', when)).toEqual(SAME.toSorted());
  expect(await found('datetime_lte', when)).toEqual(SAME.toSorted());
  expect(await found('datetime_gt', when)).toEqual([]);
  expect(await found('datetime_lt', when)).toEqual([]);
});
