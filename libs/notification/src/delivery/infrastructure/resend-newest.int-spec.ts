import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { lowestUuid } from '#shared/query/instant.js';
import { anEngine } from '#test/query-engine.js';
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

const failing = { outcome: 'failed', reason: 'answered 554' } as const;
const retrying = { outcome: 'retry', reason: 'answered 451' } as const;
const typesOf = (sent: readonly { message: { type: string } }[]) => sent.map(({ message }) => message.type);

async function anAlert(protocol_id = 'newest') {
  const subscription_id = await store.subscribe(protocol_id);
  const told = { subscription_id, alert_id: crypto.randomUUID(), protocol_id, severity: 'ERROR' };
  return async (kind: string): Promise<string> =>
    (await store.tell([{ ...told, kind: `alert.${kind}` }]))[0] ?? '';
}

/** Runs a resend of a query to its end. Resolves to the number of queued notifications. */
async function resendAll(query: object): Promise<number> {
  await store.pool.query(
    `insert into notification_resend (resend_id, domain_id, state, query, after_id, until_id, look_at, requested_at)
     values ($1, 'd1', 'PENDING', $2, $3, $4, now(), now())`,
    [newUuid(new Date()), JSON.stringify(query), lowestUuid(0), lowestUuid(Date.now() + 1000)],
  );
  const jobs = new PostgresResendJobs(ingest, anEngine(store.pool), store.protocols);
  let queued = 0;
  for (let made = await jobs.advance(); made !== undefined; made = await jobs.advance()) queued += made;
  return queued;
}

const retry = () => store.pool.query('update notification_lane set next_attempt_at = clock_timestamp()');
const FAILED = { filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] };

describe('where only the newest state of an alert is told', () => {
  it('an older change is not sent again while a newer one waits: that one is sent', async () => {
    const tell = await anAlert();
    const opened = await tell('opened');
    await store.send(failing);
    const resolved = await tell('resolved');
    await store.send(retrying);

    await expect(store.resend(opened)).rejects.toMatchObject({
      code: 'ERROR_CONFLICT',
      message: expect.stringContaining(`${formatId('notification', resolved)} (PENDING) is newer`),
    });
    expect(await resendAll(FAILED)).toBe(0);
    await retry();
    expect(typesOf(await store.send())).toEqual(['alert.resolved']);
    expect(await store.states()).toEqual({ FAILED: 1, SENT: 1 });
  });

  it('an older change is not sent again after a newer one was sent', async () => {
    const tell = await anAlert();
    const opened = await tell('opened');
    await store.send();
    const resolved = await tell('resolved');
    await store.send();
    await expect(store.resend(opened)).rejects.toThrow(`${formatId('notification', resolved)} (SENT)`);
    expect(await resendAll({ filter: [{ k: 'kind', v: 'alert.opened', o: 'eq' }] })).toBe(0);
    expect(await store.send()).toEqual([]);
    expect(await store.states()).toEqual({ SENT: 2 });
    await store.resend(resolved);
    expect(typesOf(await store.send())).toEqual(['alert.resolved']);
  });

  it('of several that failed the newest is sent again, and tells what the others would', async () => {
    const tell = await anAlert();
    for (const kind of ['opened', 'escalated', 'resolved']) {
      await tell(kind);
      await store.send(failing);
    }
    expect(await resendAll(FAILED)).toBe(1);
    expect(typesOf(await store.send())).toEqual(['alert.resolved']);
    expect(await store.states()).toEqual({ FAILED: 2, SENT: 1 });
  });

  it('so it is with what is about no alert, such as the source that was silent and is back', async () => {
    const tell = await anAlert();
    const silent = await tell('opened');
    await store.send();
    const back = await tell('resolved');
    await store.send();
    await store.pool.query('update notification set alert_id = null');
    await expect(store.resend(silent)).rejects.toThrow(`${formatId('notification', back)} (SENT)`);
    await store.resend(back);
  });

  it('what was written down in one millisecond has its order', async () => {
    const tell = await anAlert();
    const opened = await tell('opened');
    await store.send(failing);
    const resolved = await tell('resolved');
    await store.send(failing);
    await store.pool.query(`update notification set created_at = now() - interval '1 minute'`);
    await expect(store.resend(opened)).rejects.toThrow('is newer');
    for (let n = 0; n < 2; n += 1) {
      await store.resend(resolved);
      expect(typesOf(await store.send())).toEqual(['alert.resolved']);
    }
  });

  it('what joined its lane late replaces nothing newer, alone or in a digest', async () => {
    const late = async () => {
      const tell = await anAlert();
      const opened = await tell('opened');
      await tell('resolved');
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
    await late();
    expect(typesOf(await store.send())).toEqual(['alert.resolved']);
    await late();
    await store.pool.query(`update notification_lane set hold_key = '', next_attempt_at = 'infinity'`);
    await store.pool.query(
      `insert into notification_hold (subscription_id, hold_key, domain_id, protocol_id, opened_at, digest_at, look_at)
       select subscription_id, '', domain_id, protocol_id, now(), now(), now() from notification_lane`,
    );
    await store.holds.close();
    const [digest] = await store.send();
    expect(digest?.message.data).toMatchObject({ total: 1, notifications: [{ kind: 'alert.resolved' }] });
  });

  it('each of two changes that race has its turn, and the newest is the last', async () => {
    for (let n = 0; n < 20; n += 1) {
      const tell = await anAlert();
      const opened = await tell('opened');
      await store.send(failing);
      await Promise.allSettled([store.resend(opened), tell('resolved')]);
      expect(typesOf(await store.send()).at(-1)).toBe('alert.resolved');
    }
  });
});

it('where every change is told, an older one is sent again', async () => {
  const tell = await anAlert('every');
  const opened = await tell('opened');
  await tell('resolved');
  await store.send();
  await store.resend(opened);
  expect(typesOf(await store.send())).toEqual(['alert.opened']);
});
