import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newUuid } from '#shared/kernel/ids.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { lowestUuid } from '#shared/query/instant.js';
import { createQueryEngine } from '#test/query-engine.js';
import {
  createSendingStore,
  type SendingStore,
  idleSender,
  runAllResends,
} from '../../../test/sending-store.js';
import { RunResends } from './run-resends.js';

let store: SendingStore;
let ingest: IngestPool;
let jobs: RunResends;
beforeAll(async () => {
  store = await createSendingStore();
  ingest = new IngestPool({ connectionString: store.url, max: 4 });
  ingest.on('error', () => undefined);
  ingest.on('connect', (client) => client.on('error', () => undefined));
  jobs = new RunResends(ingest, createQueryEngine(store.pool), store.protocols, idleSender);
});
afterAll(async () => {
  await ingest.end();
  await store.close();
});
beforeEach(() =>
  store.pool.query(
    `truncate notification, notification_lane, notification_hold, notification_resend, quota_usage, quota_consumption,
       subscription, subscription_health`,
  ),
);

const FAILED = { filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] };
const failedVerdict = { outcome: 'failed', reason: 'answered 400' } as const;

async function requestResend(query: object = FAILED, domain_id = 'd1'): Promise<string> {
  const resend_id = newUuid(new Date());
  await store.pool.query(
    `insert into notification_resend
       (resend_id, domain_id, state, query, after_id, until_id, look_at, requested_at)
     values ($1, $2, 'PENDING', $3, $4, $5, now(), now())`,
    [resend_id, domain_id, JSON.stringify(query), lowestUuid(0), lowestUuid(Date.now() + 1000)],
  );
  return resend_id;
}

const runAll = () => runAllResends(jobs);

const readResend = async (resend_id: string) => {
  const { rows } = await store.pool.query<Record<string, unknown>>(
    `select state, done_count, resent_count, reason, finished_at is not null as is_over
     from notification_resend where resend_id = $1`,
    [resend_id],
  );
  return rows[0];
};

const KINDS = ['opened', 'escalated', 'acknowledged', 'resolved', 'reopened'].map((kind) => `alert.${kind}`);

/** Makes alerts whose notifications have all failed. Those of each kind have a millisecond of their own. */
async function failedAlerts(count: number, alertFields: { subscription_id: string; domain_id?: string }) {
  const alerts = Array.from({ length: count }, () => crypto.randomUUID());
  for (const kind of KINDS)
    await store.writeNotifications(
      alerts.map((alert_id) => ({ ...alertFields, alert_id, kind, severity: 'ERROR' })),
    );
  // A receiver that refuses is not sent all: after some refusals the others wait.
  while ((await store.send(failedVerdict)).length > 0)
    await store.pool.query('update subscription_health set failures = 0');
  return alerts;
}

it('resends all matches in batches, in order per alert, with the same ids and one unit each', async () => {
  const subscription_id = await store.subscribe('every');
  const alerts = await failedAlerts(300, { subscription_id });
  const before = await store.countUsed();
  const ids = await store.pool.query<{ notification_id: string }>('select notification_id from notification');
  const resend_id = await requestResend();
  expect(await jobs.runNextBatch()).toBeLessThan(1_500);
  expect(await readResend(resend_id)).toMatchObject({ state: 'RUNNING', is_over: false });
  await runAll();
  expect(await readResend(resend_id)).toEqual({
    ...{ state: 'DONE', done_count: 1_500, resent_count: 1_500, reason: null, is_over: true },
  });
  const sent = await store.send();
  expect(sent.map(({ notification_id }) => notification_id).toSorted()).toEqual(
    ids.rows.map(({ notification_id }) => notification_id).toSorted(),
  );
  expect(await store.countUsed()).toBe(before + 1_500);
  const kinds = Map.groupBy(sent, ({ subject_id }) => subject_id);
  expect(kinds.size).toBe(alerts.length);
  for (const ofAlert of kinds.values()) expect(ofAlert.map(({ message }) => message.type)).toEqual(KINDS);
  expect(await store.countStates()).toEqual({ SENT: 1_500 });
});

it('resends only matches in its domain that are not pending and whose subscription is enabled', async () => {
  const subscription_id = await store.subscribe('every');
  const [alert_id] = await failedAlerts(2, { subscription_id });
  const disabled = await store.subscribe('every');
  await failedAlerts(1, { subscription_id: disabled });
  await store.pool.query(`update subscription set state = 'DISABLED' where subscription_id = $1`, [disabled]);
  const other = await store.subscribe('every', 'd2');
  await failedAlerts(1, { subscription_id: other, domain_id: 'd2' });
  await store.writeNotifications([{ subscription_id, alert_id: crypto.randomUUID(), severity: 'INFO' }]);
  const opened = { filter: [{ k: 'kind', v: 'alert.opened', o: 'eq' }] };
  const resend_id = await requestResend(opened);
  expect(await runAll()).toBe(2);
  // Two have failed, one belongs to a disabled subscription, one is waiting.
  expect(await readResend(resend_id)).toMatchObject({ state: 'DONE', done_count: 4, resent_count: 2 });
  const sent = await store.send();
  expect(sent).toHaveLength(3);
  expect(sent.map(({ subject_id }) => subject_id)).toContain(alert_id);
});

it('lets domains take turns, however many resends one of them requests', async () => {
  const loud = await Promise.all(Array.from({ length: 20 }, () => requestResend(FAILED, 'loud')));
  const quiet = await requestResend(FAILED, 'quiet');
  const countDone = async (ids: readonly string[]) =>
    (await Promise.all(ids.map(readResend))).filter((resend) => resend?.['state'] === 'DONE').length;
  for (let turn = 0; turn < 2; turn += 1) await jobs.runNextBatch();
  expect([await countDone(loud), await countDone([quiet])]).toEqual([1, 1]);
  await runAll();
  expect(await countDone(loud)).toBe(20);
});

it('queues nothing of a batch whose worker crashes, and no notification twice', async () => {
  const subscription_id = await store.subscribe('every');
  await failedAlerts(300, { subscription_id });
  await requestResend();
  await jobs.runNextBatch();
  const pending = async () => (await store.countStates())['PENDING'];
  const queued = await pending();
  // All of one millisecond are in the same batch.
  expect(queued).toBe(1_200);
  // The connection of this worker is terminated after it has read its batch.
  const dying = new RunResends(
    ingest,
    {
      match: async () => {
        await store.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'`,
        );
        throw new Error('the worker is gone');
      },
    } as unknown as ReturnType<typeof createQueryEngine>,
    store.protocols,
    idleSender,
  );
  await dying.runNextBatch().catch(() => undefined);
  expect(await pending()).toBe(queued);
  await store.pool.query(`update notification_resend set look_at = now() - interval '1 ms'`);
  await runAll();
  expect(await pending()).toBe(1_500);
  expect(await store.send()).toHaveLength(1_500);
});

it('several workers share one resend and queue each notification once', async () => {
  const subscription_id = await store.subscribe('every');
  await failedAlerts(300, { subscription_id });
  const resend_id = await requestResend();
  let queued = 0;
  while ((await readResend(resend_id))?.['is_over'] !== true)
    for (const batchCount of await Promise.all([
      jobs.runNextBatch(),
      jobs.runNextBatch(),
      jobs.runNextBatch(),
    ]))
      queued += batchCount ?? 0;
  expect(queued).toBe(1_500);
  expect(await readResend(resend_id)).toMatchObject({ done_count: 1_500, resent_count: 1_500 });
});

it('resends a digest instead of the notifications in it', async () => {
  const subscription_id = await store.subscribe('every');
  const members = await store.writeNotifications(
    Array.from({ length: 3 }, () => ({ subscription_id, alert_id: crypto.randomUUID(), severity: 'INFO' })),
  );
  const [digest] = await store.writeNotifications([
    { subscription_id, alert_id: crypto.randomUUID(), severity: 'INFO', kind: 'digest' },
  ]);
  await store.send(failedVerdict);
  await store.pool.query('update notification set digest_id = $1 where notification_id = any($2)', [
    digest,
    members,
  ]);
  const resend_id = await requestResend();
  expect(await runAll()).toBe(1);
  expect(await readResend(resend_id)).toMatchObject({ done_count: 4, resent_count: 1 });
  expect((await store.send()).map(({ notification_id }) => notification_id)).toEqual([digest]);
});

it('fails a resend with the reason if its query is invalid', async () => {
  const subscription_id = await store.subscribe('every');
  await failedAlerts(1, { subscription_id });
  const resend_id = await requestResend({ filter: [{ k: 'nothing', v: 1, o: 'eq' }] });
  expect(await runAll()).toBe(0);
  expect(await readResend(resend_id)).toMatchObject({
    state: 'FAILED',
    reason: expect.stringContaining('nothing'),
    is_over: true,
  });
});
