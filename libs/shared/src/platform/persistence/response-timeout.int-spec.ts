import { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { createVanishingDatabase, type VanishingDatabase } from '#test/vanishing-database.js';
import { DatabaseWriteHealth } from '../health/database-write-health.js';
import { Readiness } from '../health/readiness.js';
import { isDatabaseUnavailable } from './database-unavailable.js';
import { inTransaction } from './in-transaction.js';
import { IngestPool, QueryPool } from './pools.js';

const SILENCE = 1_000;

let database: TestDatabase;
let vanishing: VanishingDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());
beforeEach(async () => void (vanishing = await createVanishingDatabase(database.url, SILENCE)));
afterEach(() => vanishing.close());

async function captureFailure(work: Promise<unknown>): Promise<{ error: unknown; took: number }> {
  const began = performance.now();
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, took: performance.now() - began };
}

describe('response timeout', () => {
  it.each([
    ['a statement of the ingest pool', () => vanishing.app.get(IngestPool).query('select 1')],
    ['a statement of the query pool', () => vanishing.app.get(QueryPool).query('select 1')],
    ['a statement of the DataSource', () => vanishing.app.get(DataSource).query('select 1')],
    [
      'a transaction of the ingest pool, without waiting for its rollback',
      () => inTransaction(vanishing.app.get(IngestPool), (client) => client.query('select pg_sleep(0.5), 1')),
    ],
    [
      'a transaction of the DataSource',
      () => vanishing.app.get(DataSource).transaction((manager) => manager.query('select pg_sleep(0.5)')),
    ],
  ])('ends %s if the database stops responding, and serves the next one afterwards', async (_what, ask) => {
    await ask();
    const asked = captureFailure(ask());
    vanishing.network.cut();
    const { error, took } = await asked;
    expect(isDatabaseUnavailable(error), String(error)).toBe(true);
    expect(took).toBeLessThan(SILENCE + 1_000);
    vanishing.network.restore(false);
    await ask();
  });

  it('does not count the time for which the connection was idle before the statement', async () => {
    const pool = vanishing.app.get(IngestPool);
    await pool.query('select 1');
    // The connection is idle for longer than a statement may be silent.
    await new Promise((resume) => setTimeout(resume, SILENCE + 200));
    await pool.query(`select pg_sleep(${(SILENCE - 500) / 1000})`);
    expect(pool.totalCount).toBe(1);
  });
});

describe('readiness', () => {
  const createReadiness = ({ app }: VanishingDatabase) => {
    const pool = app.get(IngestPool);
    return new Readiness(pool, [], new DatabaseWriteHealth(pool));
  };

  it('is lost within seconds if the database stops responding, unless a spool has room', async () => {
    const patient = await createVanishingDatabase(database.url, 60_000);
    const [without, withSpool] = [createReadiness(patient), createReadiness(patient)];
    withSpool.setDatabaseFallback(
      () => true,
      () => 'empty',
    );
    expect(await without.findObstacle()).toBeUndefined();
    expect(await withSpool.state()).toEqual({ obstacle: undefined, database: 'ok', spool: 'empty' });
    patient.network.cut();
    const began = performance.now();
    const answers = await Promise.all([without.findObstacle(), withSpool.findObstacle()]);
    expect(answers).toEqual(['The database does not answer', undefined]);
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(await withSpool.state()).toMatchObject({ obstacle: undefined, database: 'unavailable' });
    patient.network.restore(false);
    await expect.poll(() => without.findObstacle(), { timeout: 10_000 }).toBeUndefined();
    await patient.close();
  });

  it('is reported while searches use every connection of the query pool', async () => {
    const searching = [1, 2, 3, 4].map(() => vanishing.app.get(QueryPool).query('select pg_sleep(0.9)'));
    let found = 0;
    for (const each of searching) void each.then(() => (found += 1));
    expect(await createReadiness(vanishing).findObstacle()).toBeUndefined();
    // None of the searches has been waited for.
    expect(found).toBe(0);
    await Promise.all(searching);
  });
});
