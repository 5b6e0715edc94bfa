import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CursorCodec } from '#shared/query/cursor.js';
import { compileList } from '#shared/query/list.js';
import { compileStatistics, parseStatistics } from '#shared/query/statistics.js';
import { createEventStore, WEBHOOKS, type EventStore } from '../../../test/event-store.js';
import { formatId } from '#shared/kernel/ids.js';
import { EVENT_SERIALIZER, EVENTS } from './event-resource.js';

const cursors = new CursorCodec(Buffer.alloc(32, 1));
const domain_id = 'd1';
/** Scans of partitions made ahead do not count: they are empty and cost nothing. */
const READ_WHOLE = /Seq Scan on \S+ \S+ +\(cost=0\.00\.\.(?!0\.)/;
/**
 * Noon of Monday or later: in the first hours of a partition a sequential scan is cheaper than an index. Partitions begin on
 * Mondays; those of the following weeks exist.
 */
const now = new Date(Math.max(Date.now(), noonOfMonday()));
let store: EventStore;

beforeAll(async () => {
  store = await createEventStore();
  await store.pool.query(
    `insert into event (domain_id, event_id, webhook_id, project_id, alert_id, delivery_id, event_key, event_type,
       severity, title, description, raw_data, additional_info, plugin_id, plugin_version, created_at, occurred_at)
     select 'd' || (n % 5), (lpad(to_hex(at), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, $1,
       'p1', gen_random_uuid(), gen_random_uuid(), 'key', 'ALERT', (array['ERROR', 'INFO', 'CRITICAL'])[1 + n % 3],
       'title ' || md5(n::text), '', '{}', '{}', 'sample', '1.0.0', to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
     from (select n, (extract(epoch from $2::timestamptz) * 1000)::bigint - n * 15000::bigint as at
           from generate_series(1, 30000) n) as made`,
    [WEBHOOKS[0], now],
  );
  await store.pool.query('analyze event');
});
afterAll(() => store.close());

const plan = async ({ text, values }: { text: string; values: readonly unknown[] }) => {
  const { rows } = await store.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};
const listed = (query: unknown) =>
  compileList(
    EVENTS,
    { domain_id, query, now, select: (fields) => EVENT_SERIALIZER.select(fields) },
    cursors,
  );
const recent = { k: 'created_at', v: 'now - 1h', o: 'timediff_gte' };
const webhook_id = formatId('webhook', WEBHOOKS[0]);

describe('query plans', () => {
  it.each<[string, unknown]>([
    ['the first page', {}],
    ['the newest of a severity', { filter: [{ k: 'severity', v: 'CRITICAL', o: 'eq' }] }],
    [
      'the last hour of a webhook and severity',
      {
        filter: [
          recent,
          { k: 'webhook_id', v: webhook_id, o: 'eq' },
          { k: 'severity', v: ['ERROR'], o: 'in' },
        ],
      },
    ],
    ['one by its id', { filter: [{ k: 'event_id', v: 'event_01kagexvhve0ya7d9z5kq5nh3m', o: 'eq' }] }],
    [
      'an element of a list in the last hour',
      { filter: [recent, { k: 'raw_data.items.k', v: ['x', 'y'], o: 'in' }] },
    ],
    ['words in the last hour', { keyword: 'abc', filter: [recent] }],
    ['a word of special letters in the last hour', { keyword: 'dİskσ é', filter: [recent] }],
    [
      'a page by cursor',
      {
        page: {
          limit: 5,
          cursor: listed({ page: { limit: 5 } }).cursorAfter(
            { cursor_0: '01910000-0000-7000-8000-000000000001' },
            1,
            false,
          ),
        },
      },
    ],
  ])('use no sequential scan for %s', async (_, query) => {
    const { page } = listed(query);
    expect(page).toBeDefined();
    expect(await plan(page ?? listed(query).count)).not.toMatch(READ_WHOLE);
  });

  it('read only the partitions of the requested time', async () => {
    const pruned = await plan(listed({ filter: [recent] }).count);
    const partitions = new Set(pruned.match(/event_p\d+/g));
    expect(partitions.size).toBeLessThanOrEqual(3);
    const past = { k: 'created_at', v: new Date(now.getTime() - 3_600_000).toISOString(), o: 'lt' };
    const stat = { filter: [recent, past], aggregate: [{ count: { name: 'n' } }] };
    const { statement } = compileStatistics(EVENTS, parseStatistics(stat), { domain_id, now });
    expect(await plan(statement)).not.toMatch(READ_WHOLE);
  });

  it('calculate a column once, however often later stages name it', async () => {
    const counted = { group: { keys: [{ key: 'severity' }], fields: [{ name: 'n', operator: 'count' }] } };
    const added = { project: { fields: [{ name: 'n', operator: 'add', fields: ['n', 'n', 'n', 'n'] }] } };
    const query = { aggregate: [counted, added, added, added, added, added, added] };
    const { statement, decode } = compileStatistics(EVENTS, parseStatistics(query), { domain_id, now });
    const text = await plan({ ...statement, text: `verbose ${statement.text}` });
    expect(text.split('trim_scale').length).toBeLessThan(10);
    const { rows } = await store.pool.query<object>(statement.text, [...statement.values]);
    expect(decode(rows).results).toEqual(
      ['INFO', 'ERROR', 'CRITICAL'].map((severity) => ({ severity, n: 2000 * 4 ** 6 })),
    );
  });
});

function noonOfMonday(): number {
  const today = new Date();
  return Date.UTC(
    today.getUTCFullYear(),
    today.getUTCMonth(),
    today.getUTCDate() - ((today.getUTCDay() + 6) % 7),
    12,
  );
}
