import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SystemClock } from '#shared/kernel/clock.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { createSharedReader } from '#shared/platform/persistence/create-shared-reader.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { EngineAlertQueries } from '../libs/monitoring/src/alerts/infrastructure/engine-alert-queries.js';
import { PostgresAlertHistory } from '../libs/monitoring/src/alerts/infrastructure/postgres-alert-history.js';
import { floorsOf } from '../libs/monitoring/test/retention.js';
import { PreviewInhibition } from '../libs/notification/src/inhibitions/application/preview-inhibition.js';
import { PreviewInhibitionHandler } from '../libs/notification/src/inhibitions/infrastructure/preview-inhibition.handler.js';
import { HistoryReader } from '../libs/notification/src/previews/application/history-reader.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { addAlerts, ALERT_COUNT, insertChanges } from './filtered-alerts.js';
import { createQueryEngine } from './query-engine.js';

const DOMAIN_ALERTS = (ALERT_COUNT / 5) * 4;

let database: TestDatabase;
let pool: QueryPool;
let engine: QueryEngine;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new QueryPool({ connectionString: database.url, max: 4 });
  // A statement that is stopped closes its connection.
  pool.on('error', () => undefined);
  engine = createQueryEngine(pool);
  await addAlerts(pool);
  await insertChanges(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('a preview reads only some fields of alerts, and no more of them than it may', async () => {
  const queries = new EngineAlertQueries(engine);
  const { signal } = new AbortController();
  const scan = async (alerts: number, characters: number) => {
    const found: object[] = [];
    const limits = { alerts, characters, signal, fields: ['alert_id', 'labels'] as const };
    const read = await queries.scan('d1', {}, limits, (alert) => found.push(alert));
    expect(read.alerts).toBe(found.length);
    return { ...read, found };
  };
  const all = await scan(DOMAIN_ALERTS, 1e6);
  expect(all).toMatchObject({ alerts: DOMAIN_ALERTS, complete: true });
  expect(Object.keys(all.found[0] ?? {})).toEqual(['alert_id', 'labels']);
  const newest = await queries.find('d1', {}, 7);
  const some = await scan(7, 1e6);
  expect(some.complete).toBe(false);
  expect(some.found).toEqual(newest.map(({ alert_id, labels }) => ({ alert_id, labels })));
  const short = await scan(DOMAIN_ALERTS, 200);
  expect(short.complete).toBe(false);
  expect(short.alerts).toBeLessThan(7);
  expect(await scan(0, 1e6)).toMatchObject({ alerts: 0, complete: false });
});

it('hundreds of filters find the same changes as each of them alone', async () => {
  const history = new PostgresAlertHistory(engine, floorsOf());
  const severity = (v: string) => ({ filter: [{ k: 'severity', v, o: 'eq' }] });
  const queries = Array.from({ length: 450 }, (_, n) =>
    n % 150 === 149 ? undefined : severity(n % 2 === 0 ? 'ERROR' : 'CRITICAL'),
  );
  const request = { domain_id: 'd1', from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 1) };
  const { changes } = await history.read({ ...request, queries });
  expect(changes).toHaveLength(DOMAIN_ALERTS);
  for (const { matched, severity: own } of changes)
    expect(matched).toBe(
      queries.map((_, n) => Number(n % 150 === 149 || own === (n % 2 === 0 ? 'ERROR' : 'CRITICAL'))).join(''),
    );
});

it('records are read as the driver does, until they are too long', async () => {
  const text = `select alert_id, opened_at, labels, acknowledged, event_count from alert where domain_id = $1 order by alert_id`;
  const { rows } = await pool.query<object>(text, ['d1']);
  let length = 0;
  const reader = createSharedReader(engine, 'd1', { onLength: (each) => void (length += each) });
  expect((await reader.query(text, ['d1'])).rows).toEqual(rows);
  expect(length).toBeGreaterThan(36 * rows.length);
  const short = createSharedReader(engine, 'd1', {
    onLength: () => {
      throw new Error('too long');
    },
  });
  await expect(short.query({ text, values: ['d1'] })).rejects.toThrow('too long');
});

it('a preview of an inhibition ends with its caller also while it asks whom sources are told', async () => {
  // More than one statement asks at once.
  await pool.query(
    `insert into subscription (subscription_id, domain_id, name, state, protocol_id, options, kinds, filter, filter_or,
       active_since, created_at, updated_at)
     select gen_random_uuid(), 'd1', gen_random_uuid(), 'ENABLED', 'webhook', '{}', '["alert.opened"]',
       jsonb_build_array(jsonb_build_object('k', 'title', 'v', n::text, 'o', 'contain')), '[]', now(), now(), now()
     from generate_series(1, 250) as n`,
  );
  const preview = async (caller: AbortController, onMatch?: () => void) => {
    const queries = new EngineAlertQueries(engine);
    const { matchEach } = queries;
    const asked = vi.spyOn(queries, 'matchEach').mockImplementation((...args) => {
      onMatch?.();
      return matchEach.apply(queries, args);
    });
    const history = new HistoryReader(new PostgresAlertHistory(engine, floorsOf()));
    const handler = new PreviewInhibitionHandler(queries, engine, history, new SystemClock());
    const every = [{ k: 'title', o: 'exists', v: true }];
    const draft = { source: [{ k: 'severity', o: 'eq', v: 'ERROR' }], target: every, max: 7 * 86_400 };
    const scope = { domain_id: 'd1' } as PreviewInhibition['scope'];
    const result = handler.execute(new PreviewInhibition(scope, 7, draft, caller.signal));
    return { result, asked };
  };
  const whole = await preview(new AbortController());
  expect((await whole.result).untold_sources).not.toEqual([]);
  expect(whole.asked.mock.calls.length).toBeGreaterThan(1);
  const caller = new AbortController();
  const left = await preview(caller, () => caller.abort());
  await expect(left.result).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
  expect(left.asked).toHaveBeenCalledTimes(1);
});

it('a statement that applies filters to alerts ends with its caller', async () => {
  const queries = new EngineAlertQueries(engine);
  const ids = (await queries.find('d1', {}, 3)).map(({ alert_id }) => alert_id);
  const slow = new AbortController();
  expect(await queries.matchEach('d1', [{}], ids, slow.signal)).toEqual([new Set(ids)]);
  slow.abort();
  const ended = queries.matchEach('d1', [{}], ids, slow.signal);
  await expect(ended).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
});
