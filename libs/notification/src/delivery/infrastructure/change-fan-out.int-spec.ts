import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AlertOutbox, type AlertChange, type AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { FeedPosition } from '#monitoring/contracts/feed-position.js';
import { newId } from '#shared/kernel/ids.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { until } from '#test/client.js';
import { slowness } from '#test/slowness.js';
import { alertNotice } from '../../../test/notices.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { ChangeMatcher } from './change-matcher.js';
import { FanOutWatch } from './delivery-metrics.js';
import { ChangeFanOut } from './change-fan-out.js';

const DAY = 86_400_000;
/** Matches everything, for the domain `stuck` only once its promise is fulfilled. */
const queries = {
  matchChanges: async (domain_id: string, some: readonly unknown[], changes: readonly AlertChange[]) => {
    if (domain_id === 'stuck') {
      asked.resolve();
      await stuck.promise;
    }
    return some.map(() => new Set(changes));
  },
  selectPossible: async (_: string, some: readonly unknown[]) => new Set(some),
} as unknown as AlertQueries;
let stuck = Promise.withResolvers<void>();
/** Fulfilled once the domain `stuck` is matched. */
let asked = Promise.withResolvers<void>();

/** An outbox whose changes are all below the horizon. */
class ListedChanges extends AlertOutbox {
  changes: readonly AlertChange[] = [];
  readLatestNumber = () => Promise.resolve('1');
  readStart = () => Promise.resolve(position(1));
  readHorizon = () => Promise.resolve({ ...position(100), end: '100' });
  hasChangesAfter = (domain_id: string, from: FeedPosition) =>
    this.read([domain_id], from).then(({ changes }) => changes.length > 0);
  findChangedAfter = () => Promise.resolve(new Set<string>());
  findReopenings = () => Promise.resolve(new Map<string, Date>());
  savePosition = () => Promise.resolve();
  removeReader = () => Promise.resolve();
  findPosition = () => Promise.resolve(undefined);
  renumberChanges = () => Promise.resolve(position(1));

  read(domains: readonly string[], from: FeedPosition) {
    const isAfter = ({ position: { xid, index } }: AlertChange) =>
      BigInt(xid) > BigInt(from.xid) || (xid === from.xid && BigInt(index) > BigInt(from.index));
    const changes = this.changes.filter((change) => domains.includes(change.domain_id) && isAfter(change));
    return Promise.resolve({ changes, next: undefined });
  }

  loadMessages(changes: readonly AlertChange[]) {
    return Promise.resolve(
      changes.map((change) => ({ change, message: alertNotice('opened'), heartbeat: 'backups' })),
    );
  }
}

const position = (xid: number, index = 0): FeedPosition => ({
  ...{ xid: String(xid), index: String(index), offset: 0 },
  at: Math.floor(Date.now() / 1000),
});
const createChange = (domain_id: string, changed_at: Date, index = 1): AlertChange => ({
  ...{ domain_id, kind: 'opened', flapping: false, calm_at: null, position: position(50, index) },
  ...{
    alert_id: newId('alert'),
    event_id: null,
    actor: null,
    assignee: null,
    note_id: null,
    via_id: null,
    via_at: null,
    state_before: null,
    state: 'OPEN',
  },
  ...{ severity_before: null, severity: 'ERROR' },
  changed_at: changed_at.toISOString(),
});

let store: SendingStore;
let ingest: IngestPool;
let outbox: ListedChanges;
let fanOut: ChangeFanOut;
beforeAll(async () => {
  store = await createSendingStore();
  ingest = new IngestPool({ connectionString: store.url, max: 2 });
  ingest.on('error', () => undefined);
  outbox = new ListedChanges();
});
afterAll(async () => {
  await ingest.end();
  await store.close();
});
beforeEach(async () => {
  stuck = Promise.withResolvers();
  asked = Promise.withResolvers();
  const matcher = new ChangeMatcher(queries, new ProtocolRegistry([]));
  fanOut = new ChangeFanOut(ingest, outbox, matcher, { url: 'http://localhost', isSet: true }, { days: 30 });
  await store.pool.query(
    'truncate notification, notification_lane, subscription, subscription_health, notification_cursor, silence',
  );
});

async function createDomain(domain_id: string): Promise<void> {
  await store.subscribe('every', domain_id, { kinds: ['alert.opened', 'source.silent'] });
  await store.pool.query(`update subscription set active_since = now() - interval '1 year'`);
  await store.pool.query(
    `insert into notification_cursor (domain_id, xid, index, at) values ($1, '1'::xid8, 0, 0)`,
    [domain_id],
  );
}
const readNotifications = async () => {
  const { rows } = await store.pool.query<{ domain_id: string; kind: string; age: number }>(
    `select domain_id, kind, extract(epoch from now() - created_at)::float8 as age from notification
     order by domain_id, kind`,
  );
  return rows;
};

/** The transactions that a fan-out has open. */
const readBackends = async () => {
  const { rows } = await store.pool.query<{ state: string; backend_xid: string | null }>(
    `select state, backend_xid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and xact_start is not null`,
  );
  return rows;
};

it.each([
  ['before the oldest partition', -20 * DAY],
  ['in the future', 30 * DAY],
])('treats a change dated %s as new, and blocks no other domain', async (_when, offset) => {
  for (const domain of ['late', 'other']) await createDomain(domain);
  outbox.changes = [createChange('late', new Date(Date.now() + offset)), createChange('other', new Date())];
  expect(await fanOut.run()).toMatchObject({ notificationCount: 4 });
  const rows = await readNotifications();
  expect(rows.map(({ domain_id, kind }) => `${domain_id} ${kind}`)).toEqual([
    'late alert.opened',
    'late source.silent',
    'other alert.opened',
    'other source.silent',
  ]);
  for (const { age } of rows) expect(Math.abs(age)).toBeLessThan(60);
  expect(await store.claim()).toHaveLength(4);
});

it('retries a domain later if its notifications cannot be stored, and delays no other domain', async () => {
  for (const domain of ['bad', 'good', 'idle']) await createDomain(domain);
  outbox.changes = [createChange('bad', new Date()), createChange('good', new Date())];
  await store.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before insert on notification for each row when (new.domain_id = 'bad')
      execute function refuse()`);
  expect(await fanOut.run()).toMatchObject({ notificationCount: 2, hasMore: false });
  expect((await readNotifications()).map(({ domain_id }) => domain_id)).toEqual(['good', 'good']);
  // The failed domain has a pause, and the others go on together.
  expect(await fanOut.run()).toMatchObject({ notificationCount: 0, hasMore: false });

  await store.pool.query('drop trigger refuse on notification');
  await store.pool.query('update notification_cursor set retry_at = null');
  expect(await fanOut.run()).toMatchObject({ notificationCount: 2, hasMore: false });
  expect((await readNotifications()).map(({ domain_id }) => domain_id)).toEqual([
    'bad',
    'bad',
    'good',
    'good',
  ]);
});

it('writes the notifications of many subscriptions in parts, each exactly once', async () => {
  await createDomain('crowd');
  for (let n = 1; n < 60; n += 1) await store.subscribe('every', 'crowd', { kinds: ['alert.opened'] });
  await store.pool.query(
    `update subscription set kinds = '["alert.opened"]', active_since = now() - interval '1 hour'`,
  );
  outbox.changes = Array.from({ length: 100 }, (_, n) => createChange('crowd', new Date(), n + 1));
  expect(await fanOut.run()).toMatchObject({ notificationCount: 83 * 60, hasMore: true });
  expect(await fanOut.run()).toMatchObject({ notificationCount: 17 * 60, hasMore: false });
  expect(await readNotifications()).toHaveLength(6_000);
});

it('leaves a domain with very many notifications to the slow run, which writes in parts', async () => {
  for (const domain of ['crowd', 'good']) await createDomain(domain);
  for (let n = 1; n < 60; n += 1) await store.subscribe('every', 'crowd', { kinds: ['alert.opened'] });
  await store.pool.query(
    `update subscription set kinds = '["alert.opened"]', active_since = now() - interval '1 hour'`,
  );
  const crowdChanges = Array.from({ length: 50 }, (_, n) => createChange('crowd', new Date(), n + 1));
  outbox.changes = [...crowdChanges, createChange('good', new Date(), 51)];
  expect(await fanOut.run()).toMatchObject({ notificationCount: 1, hasMore: false });
  expect((await readNotifications()).map(({ domain_id }) => domain_id)).toEqual(['good']);
  expect(await fanOut.runSlow()).toMatchObject({ notificationCount: 16 * 60, hasMore: true });
  while ((await fanOut.runSlow()).hasMore);
  expect(await readNotifications()).toHaveLength(50 * 60 + 1);
  expect(await fanOut.run()).toMatchObject({ notificationCount: 0, hasMore: false });
});

it('leaves a domain with slow filters to the slow run, where it misses nothing, and delays no other domain', async () => {
  for (const domain of ['stuck', 'good']) await createDomain(domain);
  await store.pool.query(
    `update subscription set filter = '[{"k":"title","v":"x","o":"eq"}]' where domain_id = 'stuck'`,
  );
  outbox.changes = [createChange('stuck', new Date(), 1), createChange('good', new Date(), 2)];
  const slow = slowness();
  const begun = performance.now();
  expect(await fanOut.run()).toMatchObject({ notificationCount: 2, hasMore: false });
  expect((performance.now() - begun) / slow).toBeLessThan(2_000);
  expect(new Set((await readNotifications()).map(({ domain_id }) => domain_id))).toEqual(new Set(['good']));

  const slowRun = fanOut.runSlow();
  outbox.changes = [...outbox.changes, createChange('good', new Date(), 3)];
  await store.pool.query(`update notification_cursor set xid = '1'::xid8 where domain_id = 'good'`);
  await fanOut.run();
  expect(await readNotifications()).toHaveLength(4);
  stuck.reject(new Error('too slow'));
  expect(await slowRun).toMatchObject({ notificationCount: 0, hasMore: false });
  const { rows } = await store.pool.query(
    `select domain_id from notification_cursor where retry_at is not null`,
  );
  expect(rows).toEqual([{ domain_id: 'stuck' }]);

  stuck = Promise.withResolvers();
  stuck.resolve();
  await store.pool.query('update notification_cursor set retry_at = null');
  expect(await fanOut.runSlow()).toMatchObject({ notificationCount: 2, hasMore: false });
  const told = (await readNotifications()).filter(({ domain_id }) => domain_id === 'stuck');
  expect(told.map(({ kind }) => kind)).toEqual(['alert.opened', 'source.silent']);
});

it('applies filters before it writes anything, and again if a silence changes meanwhile', async () => {
  await createDomain('stuck');
  await store.pool.query(
    `update subscription set filter = '[{"k":"title","v":"x","o":"eq"}]', kinds = '["alert.opened"]'`,
  );
  outbox.changes = [createChange('stuck', new Date())];
  const run = fanOut.run();
  await asked.promise;
  await until(readBackends, ([fanning]) => fanning?.state === 'idle in transaction');
  expect(await readBackends()).toEqual([{ state: 'idle in transaction', backend_xid: null }]);
  await store.pool.query(`
    insert into silence (silence_id, domain_id, name, reason, filter, filter_or, starts_at, ends_at, created_by,
      created_at, updated_at)
    values (gen_random_uuid(), 'stuck', 's', 'maintenance', '[]', '[]', now() - interval '1 hour', now() + interval '1 hour', 'x',
      now(), now())`);
  stuck.resolve();
  expect(await run).toMatchObject({ notificationCount: 0, hasMore: false });
  expect(await fanOut.runSlow()).toMatchObject({ notificationCount: 1, hasMore: false });
  const { rows } = await store.pool.query('select state from notification');
  expect(rows).toEqual([{ state: 'SILENCED' }]);
});

it.each(['44 days', '1 year'])(
  'reads the changes of a domain whose retry was set %s ahead',
  async (ahead) => {
    await createDomain('muted');
    outbox.changes = [createChange('muted', new Date())];
    await store.pool.query('update notification_cursor set retry_at = clock_timestamp() + $1::interval', [
      ahead,
    ]);
    expect(await fanOut.run()).toMatchObject({ notificationCount: 2 });
  },
);

it('finds the domains whose changes wait for a minute while nothing is read', async () => {
  for (const domain of ['stuck-for-a-minute', 'stuck-shortly', 'quiet']) await createDomain(domain);
  outbox.changes = ['stuck-for-a-minute', 'stuck-shortly'].map((id) => createChange(id, new Date()));
  await store.pool.query(
    `update notification_cursor set at = extract(epoch from clock_timestamp())
       - case domain_id when 'stuck-shortly' then 30 else 61 end`,
  );
  const watch = new FanOutWatch(store.pool, outbox);
  expect(await watch.findStuckDomains()).toEqual(['stuck-for-a-minute']);
  await fanOut.run();
  expect(await watch.findStuckDomains()).toEqual([]);
});

it('sends changes of later transactions although the clock was put back behind the activation', async () => {
  await createDomain('back');
  await store.pool.query(
    `update subscription set active_since = now() + interval '1 hour', active_xid = '49'::xid8`,
  );
  outbox.changes = [createChange('back', new Date())];
  expect(await fanOut.run()).toMatchObject({ notificationCount: 2 });

  await store.pool.query(
    `update subscription set active_since = now() + interval '1 hour', active_xid = '50'::xid8`,
  );
  outbox.changes = [createChange('back', new Date(), 2)];
  await store.pool.query(`update notification_cursor set xid = '1'::xid8`);
  expect(await fanOut.run()).toMatchObject({ notificationCount: 0 });
});

it('writes nothing in the slow run if no domain is slow', async () => {
  await createDomain('good');
  outbox.changes = [createChange('good', new Date())];
  expect(await fanOut.runSlow()).toMatchObject({ notificationCount: 0, hasMore: false });
});
