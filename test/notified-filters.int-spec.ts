import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { IngestPool, QueryPool } from '#shared/platform/persistence/pools.js';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ALERT_SERIALIZER, ALERTS } from '../libs/monitoring/src/alerts/infrastructure/alert-resource.js';
import { PostgresAlertHistory } from '../libs/monitoring/src/alerts/infrastructure/postgres-alert-history.js';
import { floorsOf } from '../libs/monitoring/test/retention.js';
import { EngineAlertQueries } from '../libs/monitoring/src/alerts/infrastructure/engine-alert-queries.js';
import { PostgresAlertOutbox } from '../libs/monitoring/src/alerts/infrastructure/postgres-alert-outbox.js';
import { FeedHorizon } from '../libs/monitoring/src/feed/feed-horizon.js';
import { ChangeMatcher } from '../libs/notification/src/delivery/infrastructure/change-matcher.js';
import { ChangeFanOut } from '../libs/notification/src/delivery/infrastructure/change-fan-out.js';
import { ProtocolRegistry } from '../libs/notification/src/protocols/protocol-registry.js';
import { until } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { addAlerts, ALERT_COUNT, anyAlertCondition, insertChanges, WEBHOOK } from './filtered-alerts.js';
import { createQueryEngine } from './query-engine.js';
import { scaled } from './scale.js';

const ALL = { project_id: null, filter: [], filter_or: [] };
const SCOPE = { domain_id: 'd1', user_id: null, role: 'ADMIN', root: true } as const;

let database: TestDatabase;
let pool: QueryPool;
let ingest: IngestPool;
/** The pool of the query engine only. */
let enginePool: QueryPool;
let engine: QueryEngine;
let fanOut: ChangeFanOut;
let history: PostgresAlertHistory;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new QueryPool({ connectionString: database.url, max: 8 });
  ingest = new IngestPool({ connectionString: database.url, max: 4 });
  enginePool = new QueryPool({ connectionString: database.url, max: 8 });
  engine = createQueryEngine(enginePool);
  const outbox = new PostgresAlertOutbox(pool, new FeedHorizon(pool));
  const matcher = new ChangeMatcher(new EngineAlertQueries(engine), new ProtocolRegistry([]));
  fanOut = new ChangeFanOut(ingest, outbox, matcher, { url: 'https://t.example', isSet: true }, { days: 30 });
  history = new PostgresAlertHistory(engine, floorsOf());
  const { xid, index, at } = await outbox.readStart();
  const cursor = 'insert into notification_cursor (domain_id, xid, index, at) values ($1, $2, $3, $4)';
  await pool.query(cursor, ['d1', xid, index, at]);
  await addAlerts(pool);
});
afterAll(async () => {
  await Promise.all([pool, ingest, enginePool].map((each) => each.end()));
  await database.drop();
});

const filter = fc.record({
  project_id: fc.option(fc.constantFrom('p0', 'p1')),
  filter: fc.array(anyAlertCondition, { maxLength: 2 }),
  filter_or: fc.array(anyAlertCondition, { maxLength: 3 }),
});

interface Filter {
  readonly project_id: string | null;
  readonly filter: readonly unknown[];
  readonly filter_or: readonly unknown[];
}

async function subscribe({ project_id, filter: all, filter_or }: Filter): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into subscription (subscription_id, domain_id, project_id, name, state, protocol_id, options, kinds, filter,
       filter_or, active_since, created_at, updated_at)
     values (gen_random_uuid(), 'd1', $1, gen_random_uuid()::text, 'ENABLED', 'webhook', '{}', '["alert.opened"]', $2, $3,
       now(), now(), now()) returning subscription_id as id`,
    [project_id, JSON.stringify(all), JSON.stringify(filter_or)],
  );
  return rows[0]?.id ?? '';
}

async function runFanOutPast(xid: bigint): Promise<void> {
  await until(
    async () => {
      await fanOut.run();
      return pool.query<{ xid: string }>(`select xid::text from notification_cursor where domain_id = 'd1'`);
    },
    ({ rows }) => BigInt(rows[0]?.xid ?? 0) > xid,
    30_000,
  );
}

async function searchAlertIds({ project_id, ...query }: Filter): Promise<readonly string[]> {
  const list = await engine.list<{ alert_id: string }>(ALERTS, {
    scope: SCOPE,
    filter: { project_id: project_id ?? undefined },
    query: { ...query, page: { limit: 1000 } },
    record: ALERT_SERIALIZER,
  });
  const { results } = JSON.parse(list.text) as { results: { alert_id: string }[] };
  return results.map(({ alert_id }) => alert_id).toSorted();
}

async function previewCount({ project_id, filter: all, filter_or }: Filter, from: Date): Promise<number> {
  const ofProject = project_id === null ? [] : [{ k: 'project_id', v: project_id, o: 'eq' }];
  const query = { filter: [...ofProject, ...all], filter_or };
  const { counts } = await history.count({
    ...{ domain_id: 'd1', from, to: new Date(Date.now() + 60_000) },
    selections: [{ query, types: ['alert.opened'] }],
  });
  return counts.reduce((sum, { count }) => sum + count, 0);
}

it('a filter notifies of exactly the alerts that a search finds, and a preview counts the same', async () => {
  let partialCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(filter, { minLength: 12, maxLength: 12 }), async (filters) => {
      await pool.query(`update subscription set state = 'DISABLED'`);
      const subscriptions = await Promise.all(filters.map((each) => subscribe(each)));
      const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
      await runFanOutPast(await insertChanges(pool));
      for (const [at, each] of filters.entries()) {
        const expected = await searchAlertIds(each);
        const notified = await pool.query<{ alert_id: string }>(
          'select alert_id from notification where subscription_id = $1',
          [subscriptions[at]],
        );
        expect(notified.rows.map(({ alert_id }) => formatId('alert', alert_id)).toSorted()).toEqual(expected);
        expect(await previewCount(each, rows[0]?.now ?? new Date())).toBe(expected.length);
        if (expected.length > 0 && expected.length < ALERT_COUNT / 2) partialCount += 1;
      }
    }),
    { numRuns: scaled(5) },
  );
  // The filters must also select parts, not only none or all.
  expect(partialCount).toBeGreaterThan(scaled(5));
}, 120_000);

/** Returns how many connections are acquired to evaluate the filters when all alerts change once. */
async function countReads(filters: readonly Filter[]): Promise<number> {
  await pool.query(`update subscription set state = 'DISABLED'`);
  for (const each of filters) await subscribe(each);
  // Reads before the changes are visible do not count.
  const xid = await insertChanges(pool);
  let reads = 0;
  const count = () => void (reads += 1);
  await until(
    async () => {
      reads = 0;
      enginePool.on('acquire', count);
      const { notificationCount } = await fanOut.run().finally(() => enginePool.off('acquire', count));
      return notificationCount;
    },
    (made) => made > 0,
  );
  await runFanOutPast(xid);
  return reads;
}

it('matching 40 subscriptions takes as many statements as matching two', async () => {
  const titled = (v: string): Filter => ({
    ...ALL,
    filter_or: ['Ä', v].map((word) => ({ k: 'title', v: word, o: 'contain' })),
  });
  const some = await countReads(['a', 'b'].map((word) => titled(word)));
  expect(await countReads(Array.from({ length: 40 }, () => titled('c')))).toBe(some);
  expect(await countReads(Array.from({ length: 40 }, (_, n) => titled(`${n}`)))).toBe(some);
});

it('a filter that the database rejects disables its subscription and does not affect others', async () => {
  await pool.query(`update subscription set state = 'DISABLED'`);
  const of = (k: string, v: string, o: string): Filter => ({ ...ALL, filter: [{ k, v, o }] });
  const [first, bad, last] = await Promise.all([
    subscribe(of('state', 'OPEN', 'eq')),
    subscribe(of('title', '(', 'regex')),
    subscribe(of('state', 'RESOLVED', 'eq')),
  ]);
  await runFanOutPast(await insertChanges(pool));
  const { rows } = await pool.query<{ id: string; state: string; told: number }>(
    `select subscription_id as id, state, (select count(*)::int from notification n
       where n.subscription_id = s.subscription_id) as told
     from subscription s where subscription_id = any($1)`,
    [[first, bad, last]],
  );
  const found = new Map(rows.map(({ id, ...rest }) => [id, rest]));
  expect(found.get(bad ?? '')).toEqual({ state: 'DISABLED', told: 0 });
  for (const id of [first, last]) {
    expect(found.get(id ?? '')?.state).toBe('ENABLED');
    expect(found.get(id ?? '')?.told).toBeGreaterThan(0);
  }
});

it('changes that are read together are notified with the state of the alert after each of them', async () => {
  await pool.query(`update subscription set state = 'DISABLED'`);
  const { rows } = await pool.query<{ alert_id: string }>(
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       resolved_at, resolved_reason, last_received_at, event_count, duplicate_count)
     values ('d1', gen_random_uuid(), $1, 'p1', 'quick', 'RESOLVED', 'CRITICAL', 'Quick', now(), now(), 'RECOVERY', now(),
       3, 0) returning alert_id`,
    [WEBHOOK],
  );
  const key = { k: 'event_key', v: 'quick', o: 'eq' };
  const filters = {
    open: { ...ALL, filter: [key, { k: 'state', v: 'OPEN', o: 'eq' }] },
    warning: { ...ALL, filter: [key, { k: 'severity', v: 'WARNING', o: 'eq' }] },
    resolved: { ...ALL, filter: [key, { k: 'resolved_at', v: null, o: 'not' }] },
  };
  const KINDS = ['alert.opened', 'alert.escalated', 'alert.resolved'];
  const subscriptions = Object.fromEntries(
    await Promise.all(
      Object.entries(filters).map(async ([name, each]) => [name, await subscribe(each)] as const),
    ),
  );
  await pool.query('update subscription set kinds = $1', [JSON.stringify(KINDS)]);
  await pool.query(
    `insert into silence (silence_id, domain_id, name, filter, filter_or, starts_at, ends_at, reason, created_by,
       created_at, updated_at)
     values (gen_random_uuid(), 'd1', 's', $1, '[]', now(), now() + interval '1 hour', 'CHG-1', 'root', now(), now())`,
    [JSON.stringify([key, { k: 'severity', v: 'WARNING', o: 'eq' }])],
  );
  const changes = await pool.query<{ xid: string }>(
    `insert into alert_change (domain_id, webhook_id, project_id, alert_id, kind, state, severity)
     select 'd1', $1, 'p1', $2, kind, state, severity from (values ('opened', 'OPEN', 'WARNING'),
       ('escalated', 'OPEN', 'CRITICAL'), ('resolved', 'RESOLVED', 'CRITICAL')) as c (kind, state, severity)
     returning xid::text`,
    [WEBHOOK, rows[0]?.alert_id],
  );
  await runFanOutPast(BigInt(changes.rows[0]?.xid ?? 0));

  const told = async (name: keyof typeof filters) => {
    const found = await pool.query<{ told: string }>(
      `select concat_ws(' ', kind, message -> 'data' -> 'alert' ->> 'state', message -> 'data' -> 'alert' ->> 'severity',
         case when message -> 'data' -> 'alert' ->> 'resolved_at' is null then 'open' end,
         case when silence_id is not null then 'silenced' end) as told
       from notification where subscription_id = $1 order by seq`,
      [subscriptions[name]],
    );
    return found.rows.map((row) => row.told);
  };
  const opened = 'alert.opened OPEN WARNING open silenced';
  // Until the silence ends, later changes wait together with the opening.
  expect(await told('open')).toEqual([opened, 'alert.escalated OPEN CRITICAL open silenced']);
  expect(await told('warning')).toEqual([opened]);
  expect(await told('resolved')).toEqual([]);

  const counted = async ({ filter: conditions }: Filter) => {
    const { counts } = await history.count({
      ...{ domain_id: 'd1', from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) },
      selections: [{ query: { filter: conditions }, types: KINDS }],
    });
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  expect(await Promise.all(Object.values(filters).map((each) => counted(each)))).toEqual([2, 1, 1]);
});
