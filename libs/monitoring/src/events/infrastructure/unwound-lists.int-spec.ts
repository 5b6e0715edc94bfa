import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventStore, type EventStore } from '../../../test/event-store.js';
import { at } from '../../../test/sample-events.js';

const PATH = 'raw_data.hosts';
const unwind = { path: PATH };
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  const hosts = [{ name: 'b', n: 1.5 }, { name: 'a' }, null];
  await store.add({ title: 'one', created_at: at(1), raw_data: { x: 1, hosts } });
  await store.add({ title: 'two', created_at: at(2), raw_data: { hosts: [{ name: 'c' }] } });
  await store.add({ title: 'none', created_at: at(3), raw_data: { hosts: [] } });
  await store.add({ title: 'no list', created_at: at(3), raw_data: { hosts: 'a' } });
});
afterAll(() => store.close());

it('unwind returns one result per element, with the element in place of the list', async () => {
  const found = await store.list({ unwind, sort: { key: 'created_at' }, only: ['title', 'raw_data'] });
  expect(found).toEqual({
    results: [
      { title: 'one', raw_data: { x: 1, hosts: { name: 'b', n: 1.5 } } },
      { title: 'one', raw_data: { x: 1, hosts: { name: 'a' } } },
      { title: 'one', raw_data: { x: 1, hosts: null } },
      { title: 'two', raw_data: { hosts: { name: 'c' } } },
    ],
    total_count: 4,
  });
});

it('unwind supports sorting by the element, filters, selected fields and count_only', async () => {
  const sort = { key: `${PATH}.name` };
  const names = async (query: object) =>
    (await store.list({ unwind, sort, ...query, only: [`${PATH}.name`] })).results;
  const named = (name: string) => ({ raw_data: { hosts: { name } } });
  expect(await names({ page: { limit: 3 } })).toEqual(['a', 'b', 'c'].map(named));
  expect(await names({ filter: [{ k: 'title', v: 'two', o: 'eq' }] })).toEqual([named('c')]);
  expect((await store.list({ unwind, only: ['title'], page: { limit: 1 } })).results).toEqual([
    { title: 'two' },
  ]);
  expect(await store.list({ unwind, count_only: true })).toEqual({ results: [], total_count: 4 });
});

it('unwind continues from page to page, and its cursor is refused without unwind', async () => {
  const seen: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
    const found = (await store.list({ unwind, page, only: [PATH] })) as Awaited<
      ReturnType<typeof store.list>
    > & { next_cursor?: string };
    expect(found.total_count).toBe(4);
    seen.push(
      ...found.results.map((each) => (each.raw_data as { hosts: { name?: string } | null }).hosts?.name),
    );
    cursor = found.next_cursor ?? undefined;
    if (cursor !== undefined) {
      await expect(store.list({ page: { cursor } })).rejects.toMatchObject({
        errors: [{ field: 'query.page.cursor' }],
      });
    }
  } while (cursor !== undefined);
  // Records are newest first, and so are the elements of each list.
  expect(seen).toEqual(['c', undefined, 'a', 'b']);
});
