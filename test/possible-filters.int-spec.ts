import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { EngineAlertQueries } from '../libs/monitoring/src/alerts/infrastructure/engine-alert-queries.js';
import { PostgresAlertOutbox } from '../libs/monitoring/src/alerts/infrastructure/postgres-alert-outbox.js';
import { FeedHorizon } from '../libs/monitoring/src/feed/feed-horizon.js';
import { TITLES } from '../libs/monitoring/test/any-condition.js';
import { until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { addAlerts, anyAlertCondition, insertChanges, WEBHOOK } from './filtered-alerts.js';
import { createQueryEngine } from './query-engine.js';
import { scaled } from './scale.js';

let database: TestDatabase;
let pool: QueryPool;
let outbox: PostgresAlertOutbox;
let queries: EngineAlertQueries;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new QueryPool({ connectionString: database.url, max: 8 });
  outbox = new PostgresAlertOutbox(pool, new FeedHorizon(pool));
  queries = new EngineAlertQueries(createQueryEngine(pool));
  await addAlerts(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function makeChanges(): Promise<readonly AlertChange[]> {
  const from = await outbox.readStart();
  const xid = await insertChanges(pool);
  const { changes } = await until(
    async () => outbox.read(['d1'], from, { ...from, xid: String(xid + 1n) }, 1_000),
    (page) => page.changes.length > 0,
  );
  return changes;
}

it('a filter that is left out before others are matched matches nothing', async () => {
  const changes = await makeChanges();
  const some = fc.subarray([...changes], { minLength: 1, maxLength: 5 });
  const equality = fc.oneof(
    fc.record({
      k: fc.constantFrom('labels.team', 'labels.a.b', 'title', 'resource.name', 'project_id'),
      v: fc.oneof(fc.constantFrom(...TITLES, 'host-1', 'host-2', 'p0', 'p1', '0', '1'), fc.constant(null)),
      o: fc.constant('eq'),
    }),
    fc.record({
      k: fc.constant('webhook_id'),
      v: fc.constantFrom(formatId('webhook', WEBHOOK), formatId('webhook', crypto.randomUUID())),
      o: fc.constant('eq'),
    }),
    fc.record({
      k: fc.constant('severity'),
      v: fc.subarray(['critical', 'ERROR', 'INFO']),
      o: fc.constant('in'),
    }),
    fc.record({ k: fc.constant('state'), v: fc.subarray(['open', 'RESOLVED']), o: fc.constant('in') }),
  );
  const strict = fc.record({
    filter: fc.array(fc.oneof(equality, anyAlertCondition), { maxLength: 2 }),
    filter_or: fc.array(equality, { maxLength: 2 }),
  });
  let leftOut = 0;
  let matched = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(strict, { minLength: 1, maxLength: 30 }), some, async (filters, of) => {
      const possible = await queries.selectPossible('d1', filters, of);
      const found = await queries.matchChanges('d1', filters, of);
      for (const [at, each] of filters.entries()) if (found[at]?.size !== 0) expect(possible).toContain(each);
      leftOut += filters.length - possible.size;
      matched += found.filter(({ size }) => size > 0).length;
    }),
    { numRuns: scaled(60) },
  );
  expect(leftOut).toBeGreaterThan(scaled(60));
  expect(matched).toBeGreaterThan(scaled(60));
  // Whoever matches a query that is not valid is told so.
  const invalid = {
    filter: [
      { k: 'title', v: 'none', o: 'eq' },
      { k: 'gone', v: 'x', o: 'contain' },
    ],
  };
  expect(await queries.selectPossible('d1', [invalid, { filter: [invalid.filter[0]] }], changes)).toEqual(
    new Set([invalid]),
  );
}, 120_000);

it('filters that nobody waits for any more give their connection back', async () => {
  const changes = await makeChanges();
  const over = new AbortController();
  await inTransaction(pool, async (client) => {
    await client.query('lock table alert in access exclusive mode');
    const filters = [{ filter: [{ k: 'title', v: 'x', o: 'contain' }] }];
    const matching = queries.matchChanges('d1', filters, changes, over.signal);
    const refused = expect(matching).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
    const untilWaiting = (count: number) =>
      until(
        () =>
          client.query(
            `select from pg_locks join pg_database d on d.oid = database
             where datname = current_database() and not granted`,
          ),
        ({ rowCount }) => rowCount === count,
      );
    await untilWaiting(1);
    over.abort();
    await refused;
    await untilWaiting(0);
  });
});
