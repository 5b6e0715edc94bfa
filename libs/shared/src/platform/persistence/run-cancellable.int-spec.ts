import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { createQueryEngine } from '#test/query-engine.js';
import { createVanishingDatabase } from '#test/vanishing-database.js';
import type { Resource } from '../../query/resource.js';
import { runCancellable } from './run-cancellable.js';
import { QueryPool } from './pools.js';
import { RecordSerializer } from './record-serializer.js';

const PATIENT = 60_000;

let database: TestDatabase;
let pool: QueryPool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new QueryPool({ connectionString: database.url, max: 1 });
  // The database is dropped while connections are still closing, which ends them with an error.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it.each([
  ['as a whole', undefined],
  ['row by row', () => true],
])('ends a statement read %s at its timeout if the database stops responding', async (_how, onRow) => {
  const { app, network, close } = await createVanishingDatabase(database.url, PATIENT);
  const vanished = app.get(QueryPool);
  const ask = (text: string) =>
    runCancellable(vanished, { text, values: [] }, { timeoutMs: 300, ...(onRow && { onRow }) });
  await ask('select 1');
  network.cut();
  const began = performance.now();
  await expect(ask('select 2')).rejects.toMatchObject({ name: 'EndedError', by: 'time' });
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(vanished.totalCount).toBe(0);
  network.restore(false);
  await ask('select 3');
  await close();
});

it('rejects with the error that onRow throws, and passes it no other row', async () => {
  const seen: unknown[] = [];
  const onRow = (row: readonly unknown[]): boolean => {
    seen.push(row[0]);
    throw new Error(`row ${String(row[0])}`);
  };
  const statement = { text: 'select n from generate_series(1, 3) n', values: [] };
  await expect(runCancellable(pool, statement, { timeoutMs: 5_000, onRow })).rejects.toThrow('row 1');
  expect(seen).toEqual(['1']);
  await expect(runCancellable(pool, statement, { timeoutMs: 5_000 })).resolves.toMatchObject({ rowCount: 3 });
});

it('reports a statement that statement_timeout of the database ends as ERROR_QUERY_TIMEOUT', async () => {
  const impatient = new QueryPool({ connectionString: database.url, options: '-c statement_timeout=100' });
  impatient.on('error', () => undefined);
  const slow: Resource = {
    name: 'record',
    relation: `(select 'd1' as domain_id, 1 as n, pg_sleep(5))`,
    id: 'n',
    fields: { n: { type: 'number', sql: 'r.n', required: true } },
    record: ['n'],
    keywords: [],
    order: [{ key: 'n' }],
    minimal: ['n'],
  };
  const asked = {
    scope: { domain_id: 'd1', user_id: null, role: 'ADMIN' as const, root: true },
    query: {},
    record: new RecordSerializer({ n: { type: 'number' } }),
  };
  const engine = createQueryEngine(impatient);
  await expect(engine.list(slow, asked)).rejects.toMatchObject({
    code: 'ERROR_QUERY_TIMEOUT',
    message: 'The query took too long; narrow it by a filter',
  });
  // The remedy names a time that the records have.
  const ofAlerts: Resource = {
    ...slow,
    fields: { ...slow.fields, opened_at: { type: 'date', sql: 'now()' } },
    order: [{ key: 'opened_at', desc: true }],
  };
  await expect(engine.list(ofAlerts, asked)).rejects.toMatchObject({
    code: 'ERROR_QUERY_TIMEOUT',
    message: expect.stringContaining('like {"k": "opened_at", ') as unknown,
  });
  await impatient.end();
});
