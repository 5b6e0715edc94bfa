import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { lowestUuid } from '#shared/query/instant.js';
import { EngineAlertQueries } from '../libs/monitoring/src/alerts/infrastructure/engine-alert-queries.js';
import { PostgresAlertOutbox } from '../libs/monitoring/src/alerts/infrastructure/postgres-alert-outbox.js';
import { FeedHorizon } from '../libs/monitoring/src/feed/feed-horizon.js';
import { GetAlertTellings } from '../libs/notification/src/delivery/application/get-alert-telling.js';
import {
  FIND_TOLD,
  GetAlertTellingsHandler,
} from '../libs/notification/src/delivery/infrastructure/get-alert-tellings.handler.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createQueryEngine } from './query-engine.js';

const WEBHOOK = crypto.randomUUID();
let database: TestDatabase;
let pool: QueryPool;
let enginePool: QueryPool;
let handler: GetAlertTellingsHandler;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new QueryPool({ connectionString: database.url, max: 4 });
  enginePool = new QueryPool({ connectionString: database.url, max: 4 });
  const engine = createQueryEngine(enginePool);
  const outbox = new PostgresAlertOutbox(pool, new FeedHorizon(pool));
  handler = new GetAlertTellingsHandler(new EngineAlertQueries(engine), outbox, engine, pool);
});
afterAll(async () => {
  await Promise.all([pool, enginePool].map((each) => each.end()));
  await database.drop();
});
beforeEach(() =>
  pool.query(`truncate alert, alert_change, notification, notification_cursor, subscription, silence, silenced_alert,
    escalation_run`),
);

async function addAlert(domain_id = 'd1', state = 'OPEN', at = new Date()): Promise<string> {
  const alert_id = newUuid(at);
  await pool.query(
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       resolved_at, last_received_at, event_count, duplicate_count, acknowledged)
     values ($1, $2::uuid, $3, 'p1', $2::uuid::text, $4, 'ERROR', 'Disk full', now(), case when $4 = 'OPEN' then null else now() end,
       now(), 1, 0, false)`,
    [domain_id, alert_id, WEBHOOK, state],
  );
  return alert_id;
}

async function subscribe(name: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into subscription (subscription_id, domain_id, name, state, protocol_id, options, kinds, filter, filter_or,
       active_since, created_at, updated_at)
     values (gen_random_uuid(), 'd1', $1, 'ENABLED', 'slack', '{}', '[]', '[]', '[]', now(), now(), now())
     returning subscription_id as id`,
    [name],
  );
  return rows[0]?.id ?? '';
}

interface Fields {
  readonly kind?: string;
  readonly at?: Date;
  readonly attempts?: readonly object[];
  readonly digest_id?: string;
}

async function notify(alert_id: string | null, subscription_id: string, state: string, fields: Fields = {}) {
  const { kind = 'alert.opened', at = new Date(), attempts = [], digest_id = null } = fields;
  const notification_id = newUuid(at);
  await pool.query(
    `insert into notification (notification_id, domain_id, project_id, subscription_id, protocol_id, alert_id, kind, state,
       severity, title, message, attempts, expires_at, created_at, sent_at, subject_id, digest_id)
     values ($1::uuid, 'd1', 'p1', $2, 'slack', $3::uuid, $4, $5::text, 'ERROR', 'Disk full', '{}', $6, $7::timestamptz, $7::timestamptz,
       case when $5::text = 'SENT' then $7::timestamptz end, coalesce($3::uuid, $1::uuid), $8)`,
    [notification_id, subscription_id, alert_id, kind, state, JSON.stringify(attempts), at, digest_id],
  );
  return notification_id;
}

async function silence(alert_id: string, name: string, endsIn: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into silence (silence_id, domain_id, name, filter, filter_or, starts_at, ends_at, reason, created_by,
       created_at, updated_at)
     values (gen_random_uuid(), 'd1', $1, $2, '[]', now() - interval '1 h', now() + $3::interval, 'repair', 'ann', now(),
       now()) returning silence_id as id`,
    [name, JSON.stringify([{ k: 'event_key', v: alert_id, o: 'eq' }]), endsIn],
  );
  return rows[0]?.id ?? '';
}

const keep = (alert_id: string, subscription_id: string, silence_id: string | null) =>
  pool.query(
    `insert into silenced_alert (subscription_id, alert_id, domain_id, silence_id, look_at, change, is_opening, was_open)
     values ($1, $2, 'd1', $3, now(), '{}', true, false)`,
    [subscription_id, alert_id, silence_id],
  );

async function readAll(...uuids: readonly string[]) {
  const scope = { domain_id: 'd1', user_id: 'ann', role: 'VIEWER', root: false } as const;
  return handler.execute(
    new GetAlertTellings(
      scope,
      uuids.map((uuid) => formatId('alert', uuid)),
    ),
  );
}
const read = async (uuid: string) => (await readAll(uuid))[0];

it('answers in the order of the request, each alert once, and leaves out those of others', async () => {
  const [first, second, foreign] = [await addAlert(), await addAlert(), await addAlert('d2')];
  const ops = await subscribe('ops');
  await notify(second, ops, 'SENT');
  const results = await readAll(second, foreign, crypto.randomUUID(), first, second);
  expect(results.map(({ alert_id, state }) => [alert_id, state])).toEqual([
    [formatId('alert', second), 'TOLD'],
    [formatId('alert', first), 'NOBODY'],
  ]);
  expect(await readAll(foreign)).toEqual([]);
});

it('shows the newest notification of each subscription, and counts who was told, waits and failed', async () => {
  const alert = await addAlert();
  const [ops, app, mail] = [await subscribe('ops'), await subscribe('app'), await subscribe('mail')];
  const start = Date.now() - 60_000;
  const at = (second: number) => new Date(start + second * 1_000);
  await notify(alert, ops, 'SENT', { at: at(1) });
  await notify(alert, ops, 'FAILED', {
    at: at(2),
    kind: 'alert.escalated',
    attempts: [{ at: at(9), status: 500, error: 'answered 500' }],
  });
  await notify(alert, ops, 'CANCELLED', { at: at(3), kind: 'alert.resolved' });
  await notify(alert, app, 'HELD', { at: at(4) });
  await notify(alert, mail, 'SUPERSEDED', { at: at(5) });
  await notify(alert, mail, 'SENT', { at: at(6), kind: 'alert.noted' });
  expect(await read(alert)).toMatchObject({
    ...{ state: 'TOLD', told_count: 1, waiting_count: 1, failed_count: 1 },
    told: [
      { name: 'ops', protocol_id: 'slack', state: 'FAILED', at: at(9).toISOString() },
      { name: 'mail', state: 'SUPERSEDED', at: at(5).toISOString() },
      { name: 'app', state: 'HELD', at: at(4).toISOString() },
    ],
  });
});

it('counts what may have arrived as told, by itself or in a digest', async () => {
  const [alone, inDigest, refused] = [await addAlert(), await addAlert(), await addAlert()];
  const ops = await subscribe('ops');
  const unclear = [{ at: new Date(), status: null, error: 'timeout' }];
  await notify(alone, ops, 'FAILED', { attempts: unclear });
  const digest_id = await notify(null, ops, 'FAILED', { attempts: unclear });
  await notify(inDigest, ops, 'FAILED', { digest_id });
  await notify(refused, ops, 'FAILED', {
    attempts: [{ at: new Date(), status: 404, error: 'answered 404' }],
  });
  const results = await readAll(alone, inDigest, refused);
  expect(results.map(({ state }) => state)).toEqual(['TOLD', 'TOLD', 'FAILED']);
});

it('names twenty subscriptions, and counts all', async () => {
  const alert = await addAlert();
  for (let n = 0; n < 25; n += 1) await notify(alert, await subscribe(`s${n}`), 'SENT');
  const found = await read(alert);
  expect(found?.told).toHaveLength(20);
  expect(found?.told_count).toBe(25);
});

it('says that nobody was told only when the changes of the alert were read', async () => {
  const alert = await addAlert();
  await pool.query(
    `insert into alert_change (xid, domain_id, webhook_id, project_id, alert_id, kind, state, severity)
     values ('50', 'd1', $1, 'p1', $2, 'opened', 'OPEN', 'ERROR')`,
    [WEBHOOK, alert],
  );
  // A domain without a cursor tells nobody.
  expect(await read(alert)).toMatchObject({ state: 'NOBODY' });
  await pool.query(
    `insert into notification_cursor (domain_id, xid, index, at) values ('d1', '49', 0, 0), ('d2', '99', 0, 0)`,
  );
  expect(await read(alert)).toMatchObject({ state: 'PENDING' });
  await pool.query(`update notification_cursor set xid = '51'`);
  expect(await read(alert)).toMatchObject({ state: 'NOBODY' });
  // After a restore into another cluster, the position says nothing.
  await pool.query(`update notification_cursor set xid = '999999999999'`);
  expect(await read(alert)).toMatchObject({ state: 'PENDING' });
});

it('names the silences that apply now; what they held back waits once they have ended', async () => {
  const [alert, other] = [await addAlert(), await addAlert()];
  const ops = await subscribe('ops');
  const id = await silence(alert, 'repair of db-7', '2 h');
  await silence(alert, 'night', '1 h');
  await silence(alert, 'of yesterday', '-1 min');
  await notify(alert, ops, 'SILENCED');
  await keep(alert, ops, id);
  const [found, free] = await readAll(alert, other);
  expect(found).toMatchObject({
    state: 'SILENCED',
    waiting_count: 0,
    told: [{ name: 'ops', state: 'SILENCED' }],
  });
  expect(found?.silenced_by.map(({ name }) => name)).toEqual(['repair of db-7', 'night']);
  expect(found?.silenced_by[0]).toMatchObject({ silence_id: formatId('silence', id), reason: 'repair' });
  expect(free).toMatchObject({ state: 'NOBODY', silenced_by: [] });

  await pool.query(`update silence set ends_at = now() - interval '1 s'`);
  expect(await read(alert)).toMatchObject({ state: 'WAITING', waiting_count: 1, silenced_by: [] });
  await pool.query('delete from silenced_alert');
  expect(await read(alert)).toMatchObject({ state: 'NOBODY', waiting_count: 0 });
  await pool.query(`update alert set state = 'RESOLVED', resolved_at = now()`);
  expect(await read(alert)).toMatchObject({ state: 'SILENCED', silenced_by: [] });
});

it('does not know who was told of an alert that is older than all notifications', async () => {
  const day = 86_400_000;
  const [old, told] = [
    await addAlert('d1', 'OPEN', new Date(Date.now() - 10 * day)),
    await addAlert('d1', 'OPEN', new Date(Date.now() - 10 * day)),
  ];
  await notify(told, await subscribe('ops'), 'SENT');
  const results = await readAll(old, told, await addAlert());
  expect(results.map(({ state }) => state)).toEqual(['FORGOTTEN', 'TOLD', 'NOBODY']);
});

it('judges an alert anew that was reopened, unless its key flaps', async () => {
  const minutes = (n: number) => new Date(Date.now() + n * 60_000);
  const [alert, flapping, old] = [
    await addAlert('d1', 'OPEN', minutes(-10)),
    await addAlert('d1', 'OPEN', minutes(-10)),
    await addAlert('d1', 'OPEN', new Date(Date.now() - 10 * 86_400_000)),
  ];
  const ops = await subscribe('ops');
  const reopen = (id: string, flaps = false) =>
    pool.query(
      `insert into alert_change (xid, domain_id, webhook_id, project_id, alert_id, kind, state, severity, changed_at, flapping)
       values ('50', 'd1', $1, 'p1', $2, 'reopened', 'OPEN', 'ERROR', $3, $4)`,
      [WEBHOOK, id, minutes(-5), flaps],
    );
  for (const id of [alert, flapping]) await notify(id, ops, 'SENT', { at: minutes(-9) });
  await reopen(alert);
  await reopen(flapping, true);
  await reopen(old);
  const results = await readAll(alert, flapping, old);
  expect(results.map(({ state, told_count }) => [state, told_count])).toEqual([
    ['NOBODY', 0],
    ['TOLD', 1],
    ['NOBODY', 0],
  ]);
  expect(results[0]?.told).toMatchObject([{ name: 'ops', state: 'SENT' }]);
  await notify(alert, ops, 'SENT', { kind: 'alert.reopened', at: minutes(-5) });
  expect(await read(alert)).toMatchObject({ state: 'TOLD', told_count: 1 });
});

it('does not call silenced what nobody would be told of', async () => {
  const alert = await addAlert();
  await silence(alert, 'night', '1 h');
  expect(await read(alert)).toMatchObject({ state: 'NOBODY', silenced_by: [{ name: 'night' }] });
});

it('waits while a key is flapping, and while a step of an escalation is to come', async () => {
  const [flapping, escalating, acknowledged] = [await addAlert(), await addAlert(), await addAlert()];
  const ops = await subscribe('ops');
  await notify(flapping, ops, 'SILENCED');
  await keep(flapping, ops, null);
  const run = `insert into escalation_run (escalation_id, alert_id, domain_id, run_id, policy, state, step, held, next_at,
    is_last, look_at) values (gen_random_uuid(), $1, 'd1', gen_random_uuid(), '{}', '{}', 0, $2, $3, false, now())`;
  await pool.query(run, [escalating, null, new Date(Date.now() + 60_000)]);
  await pool.query(run, [acknowledged, 'ACKNOWLEDGED', null]);
  const results = await readAll(flapping, escalating, acknowledged);
  expect(results.map(({ state }) => state)).toEqual(['WAITING', 'WAITING', 'NOBODY']);
});

it('reads a thousand alerts by their index, and nothing of other alerts', { timeout: 60_000 }, async () => {
  await pool.query(
    `insert into notification (notification_id, domain_id, subscription_id, protocol_id, alert_id, kind, state, severity,
       title, message, expires_at, created_at, subject_id)
     select overlay(gen_random_uuid()::text placing left($1::text, 13) from 1 for 13)::uuid, 'd1', gen_random_uuid(), 'slack',
       md5((n % 20000)::text)::uuid, 'alert.opened', 'SENT', 'ERROR', '', '{}', now(), now(), gen_random_uuid()
     from generate_series(1, 60000) n`,
    [lowestUuid(Date.now())],
  );
  await pool.query('vacuum analyze notification');
  const { rows: chosen } = await pool.query<{ id: string }>(
    'select md5(n::text)::uuid as id from generate_series(1, 1000) n',
  );
  const values = ['d1', chosen.map(({ id }) => id), lowestUuid(Date.now() - 86_400_000), [], []];
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) ${FIND_TOLD}`,
    values,
  );
  const lines = rows.map((row) => row['QUERY PLAN']);
  expect(lines.some((line) => /Index Scan .*alert_id_idx/.test(line))).toBe(true);
  const readWhole = /Seq Scan on notification_p\w+ .*actual time=\S+ rows=(?!0\.00)/;
  expect(lines.filter((line) => readWhole.test(line))).toEqual([]);
  expect((await pool.query(FIND_TOLD, values)).rows).toHaveLength(3_000);
});
