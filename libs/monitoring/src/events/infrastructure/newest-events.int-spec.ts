import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseJson } from '#shared/kernel/json.js';
import { formatId } from '#shared/kernel/ids.js';
import { CursorCodec } from '#shared/query/cursor.js';
import { compileList } from '#shared/query/list.js';
import { createEventStore, read, type EventStore } from '../../../test/event-store.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import { ListEvents } from '../application/read-events.js';
import { EVENT_SERIALIZER, EVENTS, ListEventsHandler } from './event-resource.js';

const STORED = 20_000;
const DAY = 86_400_000;
/** More blocks than a page and its index are read from. The first plan needs some more. */
const FEW_BLOCKS = 250;
let store: EventStore;
/** By domain, newest first. */
const stored = new Map<string, string[]>();

interface Answer {
  readonly results: readonly { readonly event_id: string; readonly domain_id: string }[];
  readonly total_count: number;
  readonly next_cursor?: string;
}

beforeAll(async () => {
  store = await createEventStore();
  // One in a hundred events belongs to d1.
  await store.pool.query(
    `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
       severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
     select case when n % 100 = 0 then 'd1' else 'd0' end,
       (lpad(to_hex(at), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
       '01910000-0000-7000-8000-000000000001', 'p1', gen_random_uuid(), gen_random_uuid(), 'key', 'ALERT', 'ERROR', 'title', '', '{}', '{}',
       'sample', '1.0.0', to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
     from (select n, (extract(epoch from now()) * 1000)::bigint - n * 10000::bigint as at
           from generate_series(1, ${STORED}) n) as made`,
  );
  await store.pool.query(
    `insert into event_roll_up_delta (domain_id, webhook_id, project_id, event_type, severity, hour, count)
     select domain_id, webhook_id, project_id, event_type, severity, date_trunc('hour', created_at, 'UTC'), count(*)
     from event group by 1, 2, 3, 4, 5, 6`,
  );
  await store.pool.query('vacuum analyze event');
  const { rows } = await store.pool.query<{ domain_id: string; event_id: string }>(
    'select domain_id, event_id from event order by event_id desc',
  );
  for (const { domain_id, event_id } of rows) {
    stored.set(domain_id, [...(stored.get(domain_id) ?? []), formatId('event', event_id)]);
  }
});
afterAll(() => store.close());

const list = async (query: unknown, domain: string) =>
  (await store.list(query, {}, domain)) as unknown as Answer;

describe('all events of a domain, the newest first', () => {
  it.each([
    ['d0', 100, 5],
    ['d0', 1000, 30],
    ['d1', 7, 40],
    ['nobody', 10, 1],
  ])('are listed without gaps for domain %s in pages of %i', async (domain, limit, pages) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let at = 0; at < pages; at += 1) {
      const page = await list({ page: cursor === undefined ? { limit } : { limit, cursor } }, domain);
      expect(page.results.every(({ domain_id }) => domain_id === domain)).toBe(true);
      expect(page.total_count).toBe(stored.get(domain)?.length ?? 0);
      seen.push(...page.results.map(({ event_id }) => event_id));
      cursor = page.next_cursor;
      if (cursor === undefined) break;
    }
    const all = stored.get(domain) ?? [];
    expect(seen).toEqual(all.slice(0, limit * pages));
    expect(cursor === undefined).toBe(limit * pages >= all.length);
  });

  it('are the same with an equivalent sort, filter, keyword or offset', async () => {
    const newest = await list({ page: { limit: 50 } }, 'd1');
    const sort = { key: 'created_at', desc: true };
    for (const more of [
      { sort },
      { filter: [{ k: 'severity', v: 'ERROR', o: 'eq' }] },
      { keyword: 'title' },
    ]) {
      expect((await list({ ...more, page: { limit: 50 } }, 'd1')).results).toEqual(newest.results);
    }
    const second = await list({ page: { start: 11, limit: 40 } }, 'd1');
    expect(second.results).toEqual(newest.results.slice(10));
  });

  it('exclude events older than the retention of the domain', async () => {
    const short = new ListEventsHandler(store.engine, floorsOf({ d1: 1 }));
    const { results } = read(
      await short.execute(new ListEvents(scopeIn('d1'), {}, { page: { limit: 1000 } })),
    );
    const kept = results.map((event) => Date.parse(event.created_at ?? ''));
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.length).toBeLessThan(stored.get('d1')?.length ?? 0);
    expect(Math.min(...kept)).toBeGreaterThan(Date.now() - DAY - 60_000);
  });

  it('are read with few blocks at any page depth', async () => {
    const cursors = new CursorCodec(Buffer.alloc(32, 1));
    const compiled = (cursor?: string) =>
      compileList(
        EVENTS,
        {
          domain_id: 'd0',
          query: { page: { limit: 100, ...(cursor === undefined ? {} : { cursor }) } },
          now: new Date(),
          select: (fields) => EVENT_SERIALIZER.select(fields),
        },
        cursors,
      );
    const { rows } = await store.pool.query<{ event_id: string }>(
      `select event_id from event where domain_id = 'd0' order by event_id desc offset 15000 limit 1`,
    );
    const deep = compiled().cursorAfter({ cursor_0: rows[0]?.event_id }, 1, false);
    for (const { page } of [compiled(), compiled(deep)]) {
      if (page === undefined) throw new Error('there is a page');
      const explained = await store.pool.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers, format json) ${page.text}`,
        [...page.values],
      );
      const [top] = parseJson(JSON.stringify(explained.rows[0]?.['QUERY PLAN'])) as unknown as [
        { Plan: Record<string, number> },
      ];
      const {
        'Shared Hit Blocks': hit = 0,
        'Shared Read Blocks': missed = 0,
        'Actual Rows': found,
      } = top.Plan;
      expect(found).toBe(101);
      expect(hit + missed).toBeLessThan(FEW_BLOCKS);
    }
  });
});
