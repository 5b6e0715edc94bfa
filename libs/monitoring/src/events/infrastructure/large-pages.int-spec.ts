import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCancellable } from '#shared/platform/persistence/run-cancellable.js';
import { createEventStore, type EventStore } from '../../../test/event-store.js';

const LARGE = 30;
const MEGABYTE = 1024 * 1024;
let store: EventStore;

interface Answer {
  readonly results: readonly { readonly event_id: string; readonly raw_data?: { readonly text: string } }[];
  readonly total_count: number;
  readonly next_cursor?: string;
}
const list = async (query: unknown, domain: string) =>
  (await store.list(query, {}, domain)) as unknown as Answer;

beforeAll(async () => {
  store = await createEventStore();
  for (let at = 0; at < LARGE; at += 1) {
    await store.add({ domain_id: 'large', raw_data: { text: `${at}`.padEnd(MEGABYTE / 2, 'x') } });
  }
  await store.pool.query(
    `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
       severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
     select 'many', (lpad(to_hex(at), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
       gen_random_uuid(), 'p1', gen_random_uuid(), gen_random_uuid(), 'key', 'ALERT', 'ERROR', 'title', '',
       jsonb_build_object('text', repeat('x', 1000)), '{}', 'sample', '1.0.0', to_timestamp(at / 1000.0),
       to_timestamp(at / 1000.0)
     from (select n, (extract(epoch from now()) * 1000)::bigint - n * 1000::bigint as at
           from generate_series(1, 12000) n) as made`,
  );
});
afterAll(() => store.close());

it.each([1000, 100])(
  'a page of up to %i very large records ends early, the next goes on there',
  async (limit) => {
    const seen: string[] = [];
    let page: Answer | undefined;
    do {
      const cursor = page?.next_cursor;
      page = await list({ page: { limit, ...(cursor === undefined ? {} : { cursor }) } }, 'large');
      expect(page.results.length).toBeGreaterThan(0);
      expect(JSON.stringify(page).length).toBeLessThan(9 * MEGABYTE);
      expect(page.total_count).toBe(LARGE);
      seen.push(...page.results.map(({ event_id }) => event_id));
    } while (page.next_cursor !== undefined);
    expect(seen).toHaveLength(LARGE);
    expect(new Set(seen).size).toBe(LARGE);
  },
);

it('a page whose limit equals the number of records that fit is complete and has a next_cursor', async () => {
  const whole = (await list({}, 'large')).results.length;
  const exact = await list({ page: { limit: whole } }, 'large');
  expect(exact.results).toHaveLength(whole);
  expect(exact.next_cursor).toBeDefined();
});

it('a query is cancelled when its reader has enough rows, and its connection is reused', async () => {
  let removed = 0;
  store.pool.on('remove', () => (removed += 1));
  const text = `select generate_series(1, 1000000000), repeat('x', 1000)`;
  let read = 0;
  const began = performance.now();
  await runCancellable(
    store.pool,
    { text, values: [] },
    { timeoutMs: 60_000, onRow: () => (read += 1) < 10 },
  );
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(read).toBe(10);
  await list({}, 'large');
  expect(removed).toBe(0);
});

it('the last page has no next_cursor if its last record fills it', async () => {
  const whole = await list({ page: { limit: 1000 } }, 'large');
  const left = LARGE - whole.results.length;
  const rest = await list({ page: { start: left + 1, limit: 1000 } }, 'large');
  expect(rest.results).toHaveLength(whole.results.length);
  expect(rest).toMatchObject({ total_count: LARGE });
  expect(rest).not.toHaveProperty('next_cursor');
});

it('a page without the large fields contains all requested records', async () => {
  const page = await list({ only: ['event_id', 'title'], page: { limit: 1000 } }, 'large');
  expect(page.results).toHaveLength(LARGE);
  expect(page).not.toHaveProperty('next_cursor');
});

it('reading many pages of 1,000 records does not leak memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Memory of buffers is freed in the background, some time after collection. The least of several readings counts.
  const readSettledMemory = async () => {
    let minimum = Number.POSITIVE_INFINITY;
    for (let look = 0; look < 10; look += 1) {
      collect();
      await sleep(20);
      const { heapUsed, external } = process.memoryUsage();
      minimum = Math.min(minimum, (heapUsed + external) / MEGABYTE);
    }
    return minimum;
  };
  const readMemoryAfter = async (pages: number) => {
    let cursor: string | undefined;
    for (let at = 0; at < pages; at += 1) {
      const page: Answer = await list({ page: { limit: 1000, ...(cursor ? { cursor } : {}) } }, 'many');
      expect(page.results.length).toBeGreaterThan(0);
      cursor = page.next_cursor;
    }
    return readSettledMemory();
  };
  const before = await readMemoryAfter(12);
  const after = await readMemoryAfter(48);
  expect(after - before).toBeLessThan(1);
});
