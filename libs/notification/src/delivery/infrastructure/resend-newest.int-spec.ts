import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatId, newUuid } from '#shared/kernel/ids.js';
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
  const jobs = new RunResends(ingest, createQueryEngine(store.pool), store.protocols, idleSender);
  return runAllResends(jobs);
}

const makeLanesDue = () =>
  store.pool.query(`update notification_lane set next_attempt_at = clock_timestamp() - interval '1 ms'`);
const FAILED = { filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] };

describe('resend with a protocol that sends only the newest change', () => {
  it('does not resend a change while a newer one is pending, and sends the newer one', async () => {
    const notify = await createAlert();
    const opened = await notify('opened');
    await store.send(failedVerdict);
    const escalated = await notify('escalated');
    await store.send(retryVerdict);

    await expect(store.resend(opened)).rejects.toMatchObject({
      code: 'ERROR_CONFLICT',
      message: expect.stringContaining(`${formatId('notification', escalated)} (PENDING) is newer`),
    });
    expect(await resendAll(FAILED)).toBe(0);
    await makeLanesDue();
    expect(listTypes(await store.send())).toEqual(['alert.escalated']);
    expect(await store.countStates()).toEqual({ FAILED: 1, SENT: 1 });
  });

  it('an older change is not sent again after a newer one was sent', async () => {
    const notify = await createAlert();
    const opened = await notify('opened');
    await store.send();
    const escalated = await notify('escalated');
    await store.send();
    await expect(store.resend(opened)).rejects.toThrow(`${formatId('notification', escalated)} (SENT)`);
    expect(await resendAll({ filter: [{ k: 'kind', v: 'alert.opened', o: 'eq' }] })).toBe(0);
    expect(await store.send()).toEqual([]);
    expect(await store.countStates()).toEqual({ SENT: 2 });
    await store.resend(escalated);
    expect(listTypes(await store.send())).toEqual(['alert.escalated']);
  });

  it('resends only the newest of several failed changes', async () => {
    const notify = await createAlert();
    for (const kind of ['opened', 'acknowledged', 'escalated']) {
      await notify(kind);
      await store.send(failedVerdict);
    }
    expect(await resendAll(FAILED)).toBe(1);
    expect(listTypes(await store.send())).toEqual(['alert.escalated']);
    expect(await store.countStates()).toEqual({ FAILED: 2, SENT: 1 });
  });

  it('does not resend an older notification that belongs to no alert', async () => {
    const notify = await createAlert();
    const silent = await notify('opened');
    await store.send();
    const back = await notify('escalated');
    await store.send();
    await store.pool.query('update notification set alert_id = null');
    await expect(store.resend(silent)).rejects.toThrow(`${formatId('notification', back)} (SENT)`);
    await store.resend(back);
  });

  it('keeps the order of changes that were created in the same millisecond', async () => {
    const notify = await createAlert();
    const opened = await notify('opened');
    await store.send(failedVerdict);
    const escalated = await notify('escalated');
    await store.send(failedVerdict);
    await store.pool.query(`update notification set created_at = now() - interval '1 minute'`);
    await expect(store.resend(opened)).rejects.toThrow('is newer');
    for (let n = 0; n < 2; n += 1) {
      await store.resend(escalated);
      expect(listTypes(await store.send())).toEqual(['alert.escalated']);
    }
  });

  it('keeps the number of a change that is queued again, so that one that is written meanwhile is newer', async () => {
    const readSeq = async () =>
      (await store.pool.query<{ seq: string }>('select seq from notification')).rows;
    const notify = await createAlert();
    const opened = await notify('opened');
    await store.send(failedVerdict);
    const seq = await readSeq();
    await store.resend(opened);
    expect(await readSeq()).toEqual(seq);
    await store.send(failedVerdict);
    expect(await resendAll(FAILED)).toBe(1);
    expect(await readSeq()).toEqual(seq);
  });

  it('sends only the newest change if it races with the resend of an older one', async () => {
    const ROUNDS = 20;
    const outcomes: string[] = [];
    for (let n = 1; n <= ROUNDS; n += 1) {
      const notify = await createAlert();
      const opened = await notify('opened');
      await store.send(failedVerdict);
      const resend = store.resend(opened);
      // The newer change comes a little later in each round, in the last one after the resend.
      const begin = n === ROUNDS ? resend : sleep(n / 2);
      const [resent, notified] = await Promise.allSettled([resend, begin.then(() => notify('escalated'))]);
      expect(notified.status).toBe('fulfilled');
      expect(listTypes(await store.send())).toEqual(['alert.escalated']);
      outcomes.push(resent.status);
    }
    const { SENT, FAILED: rejected = 0, SUPERSEDED: superseded = 0, ...others } = await store.countStates();
    expect([SENT, rejected + superseded, others]).toEqual([ROUNDS, ROUNDS, {}]);
    expect(superseded).toBe(outcomes.filter((outcome) => outcome === 'fulfilled').length);
    expect(superseded).toBeGreaterThan(0);
  });
});

it('resends an older change if the protocol sends every change', async () => {
  const notify = await createAlert('every');
  const opened = await notify('opened');
  await notify('escalated');
  await store.send();
  await store.resend(opened);
  expect(listTypes(await store.send())).toEqual(['alert.opened']);
});

describe('the order of changes whose times are in another order', () => {
  /** The clock was set back, or the first one was read more than a day late, and got the present time. */
  const writeEarlier = async (notify: () => Promise<string>) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * 3_600_000 });
    try {
      return await notify();
    } finally {
      vi.useRealTimers();
    }
  };
  const unclear = { outcome: 'retry', reason: 'no answer within 10 seconds' } as const;

  it('supersedes the opening by the recovery', async () => {
    const notify = await createAlert();
    await notify('opened');
    await store.send(unclear);
    await writeEarlier(() => notify('resolved'));
    await makeLanesDue();
    expect(listTypes(await store.send())).toEqual(['alert.resolved']);
    expect(await store.countStates()).toEqual({ SUPERSEDED: 1, SENT: 1 });
  });

  it('supersedes the opening by the recovery in a digest', async () => {
    const notify = await createAlert();
    await notify('opened');
    await store.send(unclear);
    await writeEarlier(() => notify('resolved'));
    await store.pool.query(`update notification_lane set hold_key = '', next_attempt_at = 'infinity'`);
    await store.pool.query(
      `insert into notification_hold (subscription_id, hold_key, domain_id, protocol_id, opened_at, digest_at, look_at)
       select subscription_id, '', domain_id, protocol_id, now(), now(), now() from notification_lane`,
    );
    await store.holds.closeDue();
    const [digest] = await store.send();
    expect(digest?.message.data).toMatchObject({ total: 1, notifications: [{ kind: 'alert.resolved' }] });
  });

  it('resends the recovery, by itself, by a query or when the receiver works again, and not the opening', async () => {
    const notify = await createAlert();
    const opened = await notify('opened');
    await store.send();
    const resolved = await writeEarlier(() => notify('resolved'));
    await store.send(failedVerdict);
    expect(await store.untold.tellAgain()).toBe(0);
    await store.pool.query('update subscription_health set failures = 0');
    expect(await store.untold.tellAgain()).toBe(1);
    expect(listTypes(await store.send(failedVerdict))).toEqual(['alert.resolved']);
    expect(await resendAll(FAILED)).toBe(1);
    expect(listTypes(await store.send(failedVerdict))).toEqual(['alert.resolved']);
    await expect(store.resend(opened)).rejects.toThrow(`${formatId('notification', resolved)} (FAILED)`);
    await store.resend(resolved);
    expect(listTypes(await store.send())).toEqual(['alert.resolved']);
  });
});
