import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '#shared/kernel/scope.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { countInLedger, deleteDroppedDays } from '../tables/count-in-ledger.js';
import { GetNotificationLedger } from '../application/read-notifications.js';
import { GetNotificationLedgerHandler } from './get-notification-ledger.handler.js';

let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore()));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query('truncate notification, notification_lane, notification_ledger, subscription'),
);

const readLedger = (domain_id = 'd1') =>
  new GetNotificationLedgerHandler(store.pool).execute(new GetNotificationLedger({ domain_id } as Scope, 2));
const day = () => new Date().toISOString().slice(0, 10);

/** Writes a notification, and counts two changes and one match in the ledger. */
async function writeNotification(subscription_id: string, domain_id = 'd1'): Promise<void> {
  await store.writeNotifications([
    { subscription_id, domain_id, alert_id: crypto.randomUUID(), severity: 'ERROR' },
  ]);
  const entry = { domain_id, at: new Date() };
  await inTransaction(store.pool, (client) =>
    countInLedger(client, [
      { ...entry, as: 'changes' },
      { ...entry, as: 'changes' },
      { ...entry, as: 'matched' },
    ]),
  );
}

describe('the ledger of notifications', () => {
  it('counts the changes, matches and notifications by state of one domain for each day', async () => {
    expect(await readLedger()).toEqual({ results: [], balanced: true });
    const subscription = await store.subscribe('every');
    await writeNotification(subscription);
    await store.send();
    await writeNotification(subscription);
    await writeNotification(await store.subscribe('every', 'd2'), 'd2');
    const zeroCounts = {
      pending: 0,
      held: 0,
      sent: 0,
      failed: 0,
      superseded: 0,
      silenced: 0,
      inhibited: 0,
      cancelled: 0,
    };
    expect(await readLedger()).toEqual({
      results: [
        {
          ...{ day: day(), changes: 4, matched: 2, after_silence: 0, by_steps: 0, balanced: true },
          notifications: { ...zeroCounts, pending: 1, sent: 1 },
        },
      ],
      balanced: true,
    });
  });

  it('is not balanced when a notification is gone', async () => {
    await writeNotification(await store.subscribe('every'));
    await store.pool.query('delete from notification');
    expect(await readLedger()).toMatchObject({ balanced: false, results: [{ matched: 1, balanced: false }] });
  });

  it('reports no balance for a day on which a release ran that did not count', async () => {
    await store.writeNotifications([
      {
        subscription_id: await store.subscribe('every'),
        alert_id: crypto.randomUUID(),
        severity: 'ERROR',
      },
    ]);
    expect(await readLedger()).toMatchObject({ balanced: false });
    await store.pool.query(
      `insert into notification_ledger (domain_id, day) values ('', (now() at time zone 'UTC')::date)`,
    );
    expect(await readLedger()).toMatchObject({ balanced: true, results: [{ matched: 0, balanced: null }] });
  });

  it('forgets the days whose notifications were dropped', async () => {
    await inTransaction(store.pool, (client) =>
      countInLedger(client, [
        { domain_id: 'd1', at: new Date('2020-01-01T00:00:00Z'), as: 'changes' },
        { domain_id: 'd1', at: new Date(), as: 'changes' },
      ]),
    );
    await inTransaction(store.pool, deleteDroppedDays);
    const { rows } = await store.pool.query('select day::text from notification_ledger');
    expect(rows).toEqual([{ day: day() }]);
  });
});
