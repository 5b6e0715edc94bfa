import { afterAll, beforeAll, expect, it } from 'vitest';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { ClockInDoubtError } from '#shared/platform/persistence/retention-clock.js';
import { createRetentionClock } from '#test/retention-clock.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { NotificationRetention } from './notification-retention.js';

const HOUR = 3_600_000;
const DELETED = ['subscription', 'silence', 'inhibition', 'escalation'] as const;

let store: SendingStore;
beforeAll(async () => {
  store = await createSendingStore();
  const subscription_id = await store.subscribe('every');
  await store.pool.query('update subscription set deleted_at = now() where subscription_id = $1', [
    subscription_id,
  ]);
  await store.pool.query(`
    insert into silence (silence_id, domain_id, name, filter, filter_or, starts_at, ends_at, reason, created_by,
      created_at, updated_at, deleted_at)
    values (gen_random_uuid(), 'd1', 's', '[]', '[]', now(), now(), '', '', now(), now(), now());
    insert into inhibition (inhibition_id, domain_id, name, enabled, source, target, equal, wait, settle, max,
      created_by, created_at, updated_at, deleted_at)
    values (gen_random_uuid(), 'd1', 'i', true, '[]', '[]', '[]', 0, 0, 0, '', now(), now(), now());
    insert into escalation (escalation_id, domain_id, name, filter, filter_or, steps, until, fallback, created_by,
      created_at, updated_at, deleted_at)
    values (gen_random_uuid(), 'd1', 'e', '[]', '[]', '[]', '', gen_random_uuid(), '', now(), now(), now());
    insert into notification_resend (resend_id, domain_id, state, query, after_id, until_id, look_at, requested_at,
      finished_at)
    values (gen_random_uuid(), 'd1', 'DONE', '{}', gen_random_uuid(), gen_random_uuid(), now(), now(), now())`);
});
afterAll(() => store.close());

const enforce = (now: () => number) =>
  new NotificationRetention(store.pool, new DirectDatabase(store.url), createRetentionClock(now), {
    days: 90,
  }).dropExpired();
const enforceAfterHours = (hours: number) => enforce(() => Date.now() + hours * HOUR);

async function listLeft(): Promise<readonly string[]> {
  const left: string[] = [];
  for (const table of [...DELETED, 'notification_resend'])
    if ((await store.pool.query(`select from ${table}`)).rowCount !== 0) left.push(table);
  return left;
}

it('removes nothing while the time is not certain', async () => {
  const setDeleted = async (time: string) => {
    for (const table of DELETED) await store.pool.query(`update ${table} set deleted_at = ${time}`);
  };
  await setDeleted(`'2020-01-01'`);
  const inDoubt = () => {
    throw new ClockInDoubtError('the clock of the database was set');
  };
  await expect(enforce(inDoubt)).rejects.toThrow(ClockInDoubtError);
  await store.log.cleanUp();
  expect(await listLeft()).toEqual([...DELETED, 'notification_resend']);
  await setDeleted('now()');
});

it('removes deleted records after an hour, and resends a month after they ended', async () => {
  await enforceAfterHours(0.9);
  expect(await listLeft()).toEqual([...DELETED, 'notification_resend']);
  await enforceAfterHours(1.1);
  expect(await listLeft()).toEqual(['notification_resend']);
  await enforceAfterHours(29 * 24);
  expect(await listLeft()).toEqual(['notification_resend']);
  await enforceAfterHours(31 * 24);
  expect(await listLeft()).toEqual([]);
});
