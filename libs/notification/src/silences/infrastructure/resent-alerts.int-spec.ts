import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AlertChange, AlertOutbox, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { alertNotice } from '../../../test/notices.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { insertNotifications, toNewNotification } from '../../delivery/tables/notification-lanes.js';
import { storeSilenced } from '../tables/silenced-alerts.js';
import { EndSilences } from './end-silences.js';

type State = 'OPEN' | 'RESOLVED';
type Kind = 'opened' | 'escalated' | 'resolved';
const KINDS = ['alert.opened', 'alert.escalated', 'alert.resolved'];

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
beforeEach(() => store.pool.query('truncate notification, notification_lane, silenced_alert'));

const START_MS = Date.now() - 60_000;

async function createSilencedAlert(protocol_id: string) {
  const ids = {
    subscription_id: await store.subscribe(protocol_id, 'd1', { kinds: KINDS }),
    alert_id: crypto.randomUUID(),
  };
  await store.pool.query(`update subscription set active_since = now() - interval '1 hour'`);
  const silence_id = crypto.randomUUID();
  let written = 0;
  const write = async (kind: Kind, state: 'PENDING' | 'SILENCED', delayMs = 0): Promise<string> => {
    const changed_at = new Date(START_MS + (written += 1));
    const created_at = new Date(changed_at.getTime() + delayMs);
    const notification_id = newUuid(created_at);
    const alert = { alert_id: formatId('alert', ids.alert_id) };
    const notice = { ...alertNotice(kind, alert), timestamp: changed_at.toISOString() };
    const row = { ...ids, domain_id: 'd1', protocol_id, notification_id, state, created_at };
    await inTransaction(store.pool, async (client) => {
      await insertNotifications(client, [toNewNotification({ ...row, severity: 'ERROR', message: notice })]);
      if (state === 'SILENCED')
        await storeSilenced(client, [
          {
            ...{ ...ids, domain_id: 'd1', silence_id, inhibition_id: null, source_alert_id: null },
            look_at: new Date(),
            notice,
          },
        ]);
    });
    return notification_id;
  };
  return {
    silenced: (kind: Kind, delayMs = 0) => write(kind, 'SILENCED', delayMs),
    pending: (kind: Kind) => write(kind, 'PENDING'),
  };
}

/** Settles the alert after the silence, with the alert in this state. */
async function settleAlert(state: State): Promise<void> {
  const outbox = {
    readHorizon: () => Promise.resolve({ xid: '0', index: '0', offset: 0, at: 0, end: '0' }),
    loadMessages: (changes: readonly AlertChange[]) =>
      Promise.resolve(
        changes.map((change) => {
          const { data } = alertNotice(change.kind, { state, alert_id: change.alert_id });
          return { change, message: { type: `alert.${change.kind}`, timestamp: change.changed_at, data } };
        }),
      ),
  } as unknown as AlertOutbox;
  await new EndSilences(ingest, outbox, {} as AlertQueries, store.protocols).settle();
  const { rows } = await store.pool.query('select from silenced_alert');
  expect(rows).toEqual([]);
}

const sendTypes = async () => (await store.send()).map(({ message }) => message.type);

it.each(['every', 'newest'])(
  'sends nothing after the silence about a change that was resent during it (protocol: %s)',
  async (protocol_id) => {
    const { silenced } = await createSilencedAlert(protocol_id);
    await store.resend(await silenced('opened'));
    expect(await sendTypes()).toEqual(['alert.opened']);
    await settleAlert('OPEN');
    expect(await sendTypes()).toEqual([]);
  },
);

it('sends a change after the silence if it is newer than the resent one', async () => {
  const { silenced } = await createSilencedAlert('every');
  const opened = await silenced('opened');
  await silenced('resolved');
  await store.resend(opened);
  expect(await sendTypes()).toEqual(['alert.opened']);
  await settleAlert('RESOLVED');
  expect(await sendTypes()).toEqual(['alert.resolved']);
});

it('sends the resolution after the silence if the resent opening was read late and is stored with a later time', async () => {
  const { silenced } = await createSilencedAlert('every');
  const opened = await silenced('opened', 30_000);
  await silenced('resolved');
  await store.resend(opened);
  expect(await sendTypes()).toEqual(['alert.opened']);
  await settleAlert('RESOLVED');
  expect(await sendTypes()).toEqual(['alert.resolved']);
});

it.each(['every', 'newest'])(
  'sends a resolution that was resent during the silence once, and the next change (protocol: %s)',
  async (protocol_id) => {
    const { pending, silenced } = await createSilencedAlert(protocol_id);
    await pending('opened');
    expect(await sendTypes()).toEqual(['alert.opened']);
    await store.resend(await silenced('resolved'));
    await settleAlert('RESOLVED');
    expect(await sendTypes()).toEqual(['alert.resolved']);
    // Nothing was superseded: the resolution was written once.
    expect(await store.countStates()).toEqual({ SENT: 2 });
    await pending('opened');
    expect(await sendTypes()).toEqual(['alert.opened']);
  },
);

it('sends the resolution after the silence if the failed opening was resent during it', async () => {
  const { pending, silenced } = await createSilencedAlert('every');
  const opened = await pending('opened');
  await store.send({ outcome: 'failed', reason: 'answered 400' });
  await silenced('resolved');
  await store.resend(opened);
  expect(await sendTypes()).toEqual(['alert.opened']);
  await settleAlert('RESOLVED');
  expect(await sendTypes()).toEqual(['alert.resolved']);
});

it.each([
  ['no answer within 10 seconds', null, ['alert.resolved']],
  ['it cannot be reached: connection refused', null, []],
  ['answered 400', 400, []],
])(
  'sends the recovery after the silence if the opening may have arrived (%s)',
  async (error, status, sent) => {
    const { pending, silenced } = await createSilencedAlert('every');
    const opened = await pending('opened');
    await store.pool.query(
      `with lanes as (delete from notification_lane)
     update notification set state = 'FAILED', attempt_count = 1, attempts = $2 where notification_id = $1`,
      [opened, JSON.stringify([{ at: new Date().toISOString(), status, error }])],
    );
    await silenced('resolved');
    await settleAlert('RESOLVED');
    expect(await sendTypes()).toEqual(sent);
  },
);
