import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newUuid } from '#shared/kernel/ids.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { lockCursors } from './notification-cursors.js';

let store: SendingStore;
beforeAll(async () => {
  store = await createSendingStore();
});
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, subscription, subscription_health, notification_cursor',
  ),
);

/** How far the clock of the database was ahead when it was set back. */
const AHEAD = ['1 hour', '2 days', '45 days', '1 year'];

/** Writes an alert whose notification waits for a retry, which was scheduled by a clock that was ahead. */
async function scheduleAhead(ahead: string): Promise<void> {
  const subscription_id = await store.subscribe('every', 'd1');
  await store.writeNotifications([{ subscription_id, alert_id: newUuid(new Date()), severity: 'ERROR' }]);
  await store.pool.query(
    `update notification_lane set next_attempt_at = clock_timestamp() + interval '${ahead}' + interval '5 s', attempt_id = null`,
  );
  await store.pool.query(
    `update subscription_health set last_attempt_at = clock_timestamp() + interval '${ahead}', failures = 5,
       probe_at = clock_timestamp() + interval '${ahead}' + interval '30 s'`,
  );
}

describe.each(AHEAD)('a clock that was %s ahead and was set back', (ahead) => {
  it('delays no retry and no breaker', async () => {
    await scheduleAhead(ahead);
    expect(await store.claim()).toEqual([]);
    await store.log.cleanUp();
    expect(await store.claim()).toHaveLength(1);
  });

  it('leaves no lane leased', async () => {
    await scheduleAhead('0 s');
    await store.pool.query('update subscription_health set failures = 0');
    await store.pool.query(
      `update notification_lane set attempt_id = gen_random_uuid(), attempted_at = clock_timestamp(),
         next_attempt_at = clock_timestamp() + interval '${ahead}' + interval '20 s'`,
    );
    await store.log.cleanUp();
    expect(await store.claim()).toHaveLength(1);
  });

  it('mutes no domain', async () => {
    await store.pool.query(
      `insert into notification_cursor (domain_id, xid, index, at, retry_at)
       values ('muted', '3', 0, 0, clock_timestamp() + interval '${ahead}')`,
    );
    const client = await store.pool.connect();
    try {
      expect(await lockCursors(client)).toHaveLength(1);
    } finally {
      client.release();
    }
  });
});

it('a clock that leaps ahead ends nothing that waits', async () => {
  await scheduleAhead('0 s');
  await store.pool.query(`update notification_lane set expires_at = clock_timestamp() - interval '1 hour'`);
  const isCertain = vi.spyOn(store.retentionClock, 'isCertain').mockResolvedValue(false);
  await store.log.cleanUp();
  const states = async () => (await store.pool.query('select state from notification')).rows;
  expect(await states()).toEqual([{ state: 'PENDING' }]);
  isCertain.mockRestore();
  await store.log.cleanUp();
  expect(await states()).toEqual([{ state: 'FAILED' }]);
});
