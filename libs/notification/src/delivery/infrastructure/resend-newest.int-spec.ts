import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { lowestUuid } from '#shared/query/instant.js';
import { createQueryEngine } from '#test/query-engine.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { PostgresResendJobs } from './postgres-resend-jobs.js';

let store: SendingStore;
let ingest: IngestPool;
beforeAll(async () => {
  store = await createSendingStore();
  ingest = new IngestPool({ connectionString: store.url, max: 2 });
  ingest.on('error', () => undefined);
});
afterAll(async () => {
  await ingest.end();
  await store.close();
});
beforeEach(() =>
  store.pool.query('truncate notification, notification_lane, notification_hold, notification_resend'),
);

const failedVerdict = { outcome: 'failed', reason: 'answered 554' } as const;
const retryVerdict = { outcome: 'retry', reason: 'answered 451' } as const;
const listTypes = (sent: readonly { message: { type: string } }[]) => sent.map(({ message }) => message.type);

async function createAlert(protocol_id = 'newest') {
  const subscription_id = await store.subscribe(protocol_id);
  const change = { subscription_id, alert_id: crypto.randomUUID(), protocol_id, severity: 'ERROR' };
  return async (kind: string): Promise<string> =>
    (await store.writeNotifications([{ ...change, kind: `alert.${kind}` }]))[0] ?? '';
}

/** Runs a resend of a query to its end. Resolves to the number of queued notifications. */
async function resendAll(query: object): Promise<number> {
  await store.pool.query(
    `insert into notification_resend (resend_id, domain_id, state, query, after_id, until_id, look_at, requested_at)
     values ($1, 'd1', 'PENDING', $2, $3, $4, now(), now())`,
    [newUuid(new Date()), JSON.stringify(query), lowestUuid(0), lowestUuid(Date.now() + 1000)],
  );
  const jobs = new PostgresResendJobs(ingest, createQueryEngine(store.pool), store.protocols);
  let queued = 0;
  for (
    let batchCount = await jobs.runNextBatch();
    batchCount !== undefined;
    batchCount = await jobs.runNextBatch()
  )
    queued += batchCount;
  return queued;
}

const makeLanesDue = () =>
  store.pool.query('update notification_lane set next_attempt_at = clock_timestamp()');
const FAILED = { filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] };

describe('where only the newest state of an alert is told', () => {
  it('an older change is not sent again while a newer one waits: that one is sent', async () => {
    const notify = await createAlert();
    const opened = await notify('opened');
    await store.send(failedVerdict);
    const resolved = await notify('resolved');
    await store.send(retryVerdict);

    await expect(store.resend(opened)).rejects.toMatchObject({
      code: 'ERROR_CONFLICT',
      message: expect.stringContaining(`${formatId('notification', resolved)} (PENDING) is newer`),
    });
    expect(await resendAll(FAILED)).toBe(0);
    await makeLanesDue();
    expect(listTypes(await store.send())).toEqual(['alert.resolved']);
    expect(await store.countStates()).toEqual({ FAILED: 1, SENT: 1 });
  });

  it('an older change is not sent again after a newer one was sent', async () => {
    const notify = await createAlert();
    const opened = await notify('opened');
    await store.send();
    const resolved = await notify('resolved');
    await store.send();
    await expect(store.resend(opened)).rejects.toThrow(`${formatId('notification', resolved)} (SENT)`);
    expect(await resendAll({ filter: [{ k: 'kind', v: 'alert.opened', o: 'eq' }] })).toBe(0);
    expect(await store.send()).toEqual([]);
    expect(await store.countStates()).toEqual({ SENT: 2 });
    await store.resend(resolved);
    expect(listTypes(await store.send())).toEqual(['alert.resolved']);
  });

  it('of several that failed the newest is sent again, and tells what the others would', async () => {
    const notify = await createAlert();
    for (const kind of ['opened', 'escalated', 'resolved']) {
      await notify(kind);
      await store.send(failedVerdict);
    }
    expect(await resendAll(FAILED)).toBe(1);
    expect(listTypes(await store.send())).toEqual(['alert.resolved']);
    expect(await store.countStates()).toEqual({ FAILED: 2, SENT: 1 });
  });

  it('so it is with what is about no alert, such as the source that was silent and is back', async () => {
    const notify = await createAlert();
    const silent = await notify('opened');
    await store.send();
    const back = await notify('resolved');
    await store.send();
    await store.pool.query('update notification set alert_id = null');
    await expect(store.resend(silent)).rejects.toThrow(`${formatId('notification', back)} (SENT)`);
    await store.resend(back);
  });

  it('what was written down in one millisecond has its order', async () => {
    const notify = await createAlert();
    const opened = await notify('opened');
    await store.send(failedVerdict);
    const resolved = await notify('resolved');
    await store.send(failedVerdict);
    await store.pool.query(`update notification set created_at = now() - interval '1 minute'`);
    await expect(store.resend(opened)).rejects.toThrow('is newer');
    for (let n = 0; n < 2; n += 1) {
      await store.resend(resolved);
      expect(listTypes(await store.send())).toEqual(['alert.resolved']);
    }
  });

  it('what joined its lane late replaces nothing newer, alone or in a digest', async () => {
    const createOutOfOrder = async () => {
      const notify = await createAlert();
      const opened = await notify('opened');
      await notify('resolved');
      // The state that a resend of a previous release left.
      await store.pool.query('update notification_lane set tail_id = $1 where head_id = $1', [opened]);
      await store.pool.query(
        `update notification set seq = nextval('notification_seq') where notification_id = $1`,
        [opened],
      );
      await store.pool.query(
        `update notification_lane set head_id = (
           select n.notification_id from notification n where n.subject_id = notification_lane.subject_id
           order by seq limit 1) where head_id = $1`,
        [opened],
      );
    };
    await createOutOfOrder();
    expect(listTypes(await store.send())).toEqual(['alert.resolved']);
    await createOutOfOrder();
    await store.pool.query(`update notification_lane set hold_key = '', next_attempt_at = 'infinity'`);
    await store.pool.query(
      `insert into notification_hold (subscription_id, hold_key, domain_id, protocol_id, opened_at, digest_at, look_at)
       select subscription_id, '', domain_id, protocol_id, now(), now(), now() from notification_lane`,
    );
    await store.holds.closeDue();
    const [digest] = await store.send();
    expect(digest?.message.data).toMatchObject({ total: 1, notifications: [{ kind: 'alert.resolved' }] });
  });

  it('each of two changes that race has its turn, and the newest is the last', async () => {
    for (let n = 0; n < 20; n += 1) {
      const notify = await createAlert();
      const opened = await notify('opened');
      await store.send(failedVerdict);
      await Promise.allSettled([store.resend(opened), notify('resolved')]);
      expect(listTypes(await store.send()).at(-1)).toBe('alert.resolved');
    }
  });
});

it('where every change is told, an older one is sent again', async () => {
  const notify = await createAlert('every');
  const opened = await notify('opened');
  await notify('resolved');
  await store.send();
  await store.resend(opened);
  expect(listTypes(await store.send())).toEqual(['alert.opened']);
});
