import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertOutbox } from '#monitoring/contracts/alert-outbox.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { createLostCursors, moveCursors, moveRestoredCursors, repeatIfGone } from './notification-cursors.js';

const READER = 'notification';
let store: SendingStore;
beforeAll(async () => {
  store = await createSendingStore();
});
afterAll(() => store.close());

const position = { xid: '7', index: '3', offset: 0, at: 60 };
const outbox = {
  findPosition: (reader: string) => Promise.resolve(reader === READER ? position : undefined),
  renumberChanges: () => Promise.resolve({ ...position, xid: '9' }),
} as Partial<AlertOutbox> as AlertOutbox;
const readCursors = async () =>
  (
    await store.pool.query(
      'select domain_id, xid::text, index::text, at::text from notification_cursor order by 1',
    )
  ).rows;

it('a domain with an enabled subscription gets its lost cursor again, where the reader last was', async () => {
  await store.subscribe('every', 'lost');
  await store.pool.query('delete from notification_cursor');
  await createLostCursors(store.pool, outbox, READER);
  expect(await readCursors()).toEqual([{ domain_id: 'lost', xid: '7', index: '3', at: '60' }]);
  await store.pool.query(`update subscription set state = 'DISABLED'`);
  await store.pool.query('delete from notification_cursor');
  await createLostCursors(store.pool, outbox, READER);
  expect(await readCursors()).toEqual([]);
});

it('a cursor ahead of all transactions is moved to the renumbered changes, and no other is', async () => {
  await store.pool.query(`
    insert into notification_cursor (domain_id, xid, index, at, retry_at)
    values ('ahead', '9000000000000', 5, 1, now() + interval '1 year'), ('behind', '4', 5, 1, null)`);
  await moveRestoredCursors(store.pool, outbox);
  expect(await readCursors()).toEqual([
    { domain_id: 'ahead', xid: '9', index: '3', at: '60' },
    { domain_id: 'behind', xid: '4', index: '5', at: '1' },
  ]);
});

it('a round is repeated at once if a domain lost its cursor in it, and fails if another process moved one', async () => {
  await store.pool.query(`
    truncate notification_cursor;
    insert into notification_cursor (domain_id, xid, index, at) values ('gone', '4', 5, 1), ('kept', '4', 5, 1)`);
  const readAll = async () => (await readCursors()) as Parameters<typeof moveCursors>[1];
  let rounds = 0;
  const round = (meanwhile: string) => async () => {
    rounds += 1;
    const claimed = await readAll();
    await store.pool.query(meanwhile);
    await inTransaction(store.pool, (client) => moveCursors(client, claimed, position));
  };
  await repeatIfGone(round(`delete from notification_cursor where domain_id = 'gone'`));
  expect(rounds).toBe(2);
  expect(await readCursors()).toEqual([{ domain_id: 'kept', xid: '7', index: '3', at: '60' }]);
  await expect(repeatIfGone(round('update notification_cursor set index = index + 1'))).rejects.toThrow(
    'another process has moved the position',
  );
  expect(rounds).toBe(3);
});
