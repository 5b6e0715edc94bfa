import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateEverything } from '../tools/migrations.js';
import { call, createWebhook, until, type CreatedWebhook } from './client.js';
import { createTestDatabase, isSingleServer, type TestDatabase } from './database.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';
import { sql } from './sql.js';

if (isSingleServer) process.stderr.write('Skipped, as it needs a cluster: CITUS_URL=… npm run test:citus\n');

const SENDERS = 6;
const DOMAINS = ['d1', 'd2', 'd3', 'd4'];

(isSingleServer ? describe.skip : describe)('on a Citus cluster', () => {
  let database: TestDatabase;
  let apps: AppUnderTest[] = [];
  let webhooks: CreatedWebhook[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const options = { databaseUrl: database.url };
    apps = await Promise.all([
      startApi(options),
      startApi(options),
      startWorker(options),
      startWorker(options),
    ]);
    webhooks = await Promise.all(
      DOMAINS.map((domain_id) => createWebhook(apps[0]?.url ?? '', 'direct', domain_id)),
    );
  });

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.kill()));
    await database?.drop();
  });

  it('a second migration has nothing to do, with or without the distribution option', async () => {
    expect(await migrateEverything(database.url, true)).toEqual([]);
    expect(await migrateEverything(database.url)).toEqual([]);
  });

  it('tables of domains are colocated, and shared tables are reference tables', async () => {
    const tables = await sql<{ kind: string; tables: number; together: number }>(
      database.url,
      `select citus_table_type as kind, count(*)::int as tables, count(distinct colocation_id)::int as together
       from citus_tables where table_name::text !~ '_p\\d{8}$' group by 1 order by 1`,
    );
    expect(tables).toEqual([
      { kind: 'distributed', tables: 13, together: 1 },
      { kind: 'reference', tables: 1, together: 1 },
    ]);
    const [partitions] = await sql<{ apart: number }>(
      database.url,
      `select count(*)::int as apart from pg_inherits join pg_class on pg_class.oid = inhrelid
       where relkind = 'r' and inhrelid not in (select logicalrelid from pg_dist_partition)`,
    );
    expect(partitions).toEqual({ apart: 0 });
  });

  it('nothing is lost or doubled while connections to the nodes break', { timeout: 240_000 }, async () => {
    const acknowledged = new Set<string>();
    const over = new AbortController();
    let sent = 0;
    const sender = async () => {
      while (!over.signal.aborted) {
        const n = sent++;
        const path = webhooks[n % webhooks.length]?.path ?? '';
        const body = { event_key: `k${n % 40}`, event_type: n % 3 ? 'ALERT' : 'RECOVERY', title: `T${n}` };
        const answer = await call('POST', (apps[n % 2]?.url ?? '') + path, body, {}).catch(() => undefined);
        if (answer?.status === 202) acknowledged.add(`T${n}`);
        await sleep(20);
      }
    };
    const senders = Array.from({ length: SENDERS }, sender);
    for (let turn = 0; turn < 15; turn += 1) {
      await sleep(500);
      await breakConnections(database.url);
    }
    over.abort();
    await Promise.all(senders);
    expect(acknowledged.size).toBeGreaterThan(200);

    const ledger = await until(
      () =>
        call<{ balanced: boolean; results: { deliveries: Record<string, number> }[] }>(
          'GET',
          `${apps[0]?.url}/monitoring/v1/ledger`,
        ),
      ({ body }) => body.balanced && body.results.every(({ deliveries }) => deliveries.pending === 0),
      // Citus recovers transactions that a broken connection left prepared once a minute.
      120_000,
    );
    expect(ledger.body.balanced).toBe(true);
    const events = await sql<{ title: string }>(database.url, 'select title from event');
    const stored = new Set(events.map(({ title }) => title));
    const [alerts] = await sql(database.url, 'select sum(event_count)::int as events from alert');
    expect(events.length).toBe(stored.size);
    expect(alerts).toEqual({ events: events.length });
    expect([...acknowledged].filter((title) => !stored.has(title))).toEqual([]);

    // The counts must match the events and alerts, whether or not the roll-ups have been folded.
    for (const domain_id of DOMAINS) {
      const counted = await call<{ results: { n: number }[] }>(
        'POST',
        `${apps[0]?.url}/monitoring/v1/events/stat`,
        { domain_id, query: { aggregate: [{ count: { name: 'n' } }] } },
      );
      const [there] = await sql(database.url, 'select count(*)::int as n from event where domain_id = $1', [
        domain_id,
      ]);
      expect(counted.body.results).toEqual([there]);
      const states = await call<{ results: unknown[] }>('POST', `${apps[0]?.url}/monitoring/v1/alerts/stat`, {
        domain_id,
        query: BY_STATE,
      });
      const inState = await sql(
        database.url,
        'select state, count(*)::int as n from alert where domain_id = $1 group by 1 order by 1',
        [domain_id],
      );
      expect(states.body.results).toEqual(inState);
    }
  });
});

const BY_STATE = {
  aggregate: [
    { group: { keys: [{ key: 'state' }], fields: [{ name: 'n', operator: 'count' }] } },
    { sort: { key: 'state' } },
  ],
};

/** Breaks the connections from the coordinator to the nodes, which distributed transactions use. */
async function breakConnections(url: string): Promise<void> {
  await sql(
    url,
    `select run_command_on_workers($$
       select count(pg_terminate_backend(pid)) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'$$)`,
  );
}
