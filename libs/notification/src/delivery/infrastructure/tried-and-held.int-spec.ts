import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';

const LIMIT = 20;
let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore({ day: LIMIT })));
afterAll(() => store.close());

/** Ends the pauses after failed attempts. */
const makeLanesDue = () =>
  store.pool.query(
    `update notification_lane set next_attempt_at = clock_timestamp() - interval '1 ms'
     where attempt_id is null and next_attempt_at < 'infinity'`,
  );
const createAlert = (subscription_id: string, severity: string) => ({
  ...{ subscription_id, severity, alert_id: crypto.randomUUID() },
});
const listIds = (sent: readonly { notification_id: string }[]) => sent.map((each) => each.notification_id);

it('never adds a notification to a digest if the receiver may already have received it', async () => {
  store.clock.time = new Date();
  const subscription_id = await store.subscribe('every');
  const [tried] = await store.writeNotifications([createAlert(subscription_id, 'WARNING')]);
  await store.send({ outcome: 'retry', reason: 'no answer within 10 seconds' });
  await store.writeNotifications(
    Array.from({ length: LIMIT - 2 }, () => createAlert(subscription_id, 'ERROR')),
  );
  await store.send();
  expect(await store.countUsed()).toBe(LIMIT - 1);

  // Only the last unit is left. The tried notification is held, together with the untried one.
  await makeLanesDue();
  const untried = await store.writeNotifications([createAlert(subscription_id, 'WARNING')]);
  expect(await store.send()).toEqual([]);
  expect(await store.countStates()).toEqual({ SENT: LIMIT - 2, HELD: 2 });

  // The quota is raised, so that it is not used up, but more than 80 % of it is used.
  await store.pool.query(
    `insert into quota (quota_id, domain_id, protocol_id, "limit", created_at, updated_at)
     values (gen_random_uuid(), 'd1', 'every', '{"day": ${LIMIT + 3}}', now(), now())`,
  );
  await store.elapse();
  const sent = await store.send();
  await store.holds.finishDigests();
  const digest = sent.find(({ message }) => message.type === 'digest');
  expect(listIds(sent).toSorted()).toEqual([tried, digest?.notification_id].toSorted());
  expect(await store.countStates()).toEqual({ SENT: LIMIT });
  const { rows } = await store.pool.query(
    'select notification_id from notification where digest_id is not null',
  );
  expect(listIds(rows as { notification_id: string }[])).toEqual(untried);
});

it('marks the notifications of a failed digest as sent after the digest is resent', async () => {
  const domain_id = 'd2';
  const subscription_id = await store.subscribe('every', domain_id);
  const notify = (severity: string, count: number) =>
    store.writeNotifications(
      Array.from({ length: count }, () => ({ ...createAlert(subscription_id, severity), domain_id })),
    );
  await notify('ERROR', LIMIT - 3);
  await store.send();
  const members = await notify('WARNING', 3);
  await store.send();
  await store.elapse();
  const [digest] = await store.send({ outcome: 'failed', reason: 'answered 400' });
  await store.holds.finishDigests();
  const readStates = async () => {
    const { rows } = await store.pool.query<{ state: string; reason: string }>(
      'select distinct state, reason from notification where notification_id = any($1::uuid[])',
      [members],
    );
    return rows;
  };
  expect(await readStates()).toMatchObject([{ state: 'FAILED' }]);

  const digest_id = digest?.notification_id ?? '';
  await store.resend(digest_id, domain_id);
  expect(listIds(await store.send())).toEqual([digest_id]);
  const reason = `sent in the digest ${formatId('notification', digest_id)}`;
  expect(await readStates()).toEqual([{ state: 'SENT', reason }]);
});
