import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { createSharedReader } from '#shared/platform/persistence/create-shared-reader.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { EngineAlertQueries } from '../libs/monitoring/src/alerts/infrastructure/engine-alert-queries.js';
import { PostgresAlertHistory } from '../libs/monitoring/src/alerts/infrastructure/postgres-alert-history.js';
import { floorsOf } from '../libs/monitoring/test/retention.js';
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
