import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { createEscalatedStore, type EscalatedStore, type EscalationFields } from './escalated-domain.js';

let store: EscalatedStore;
beforeAll(async () => {
  store = await createEscalatedStore();
});
afterAll(() => store.close());

const start = Date.now();
/** A time so many minutes after the beginning of the test. */
const at = (minutes: number) => new Date(start + minutes * 60_000);
const run = (minutes: number) => store.escalations.execute(at(minutes));

/** A domain in which Jane is told at once and, as the last, after ten minutes. */
async function createDomainOfJane({ repeat }: Pick<EscalationFields, 'repeat'> = {}) {
  const domain = await store.createDomain();
  const jane = await domain.subscribe('jane');
  const fallback = await domain.subscribe('fallback', 'CHANGE');
  await store.pool.query(
    `update subscription set kinds = '["quota.low"]' where domain_id = $1 and name = 'fallback'`,
    [domain.domain_id],
  );
  const steps = [0, 600].map((after) => ({ after, subscriptions: [jane] }));
  await domain.escalate('production', { steps, fallback, ...(repeat && { repeat }) });
  return {
    ...domain,
    /** Sets how well the receiver of Jane works. */
    setHealth: (health: object) =>
      store.pool.query(
        `insert into subscription_health select * from jsonb_populate_record(null::subscription_health, $1)
         on conflict (subscription_id) do update set failures = excluded.failures, last_attempt_at = excluded.last_attempt_at,
           last_sent_at = excluded.last_sent_at, paused_until = excluded.paused_until`,
        [
          JSON.stringify({
            ...{ subscription_id: parseId('subscription', jane), domain_id: domain.domain_id },
            ...{ failures: 0, losses: 0, ...health },
          }),
        ],
      ),
    /** Sets the states of what Jane was told of an alert, in this order. */
    set: (name: string, ...states: readonly string[]) =>
      store.pool.query(
        `update notification n set state = t.state from (
           select notification_id, ($3::text[])[row_number() over (order by seq)] as state from notification
           where alert_id = $1 and subscription_id = $2
         ) as t where n.notification_id = t.notification_id and t.state is not null`,
        [domain.idOf(name), parseId('subscription', jane), states],
      ),
  };
}

const UNREACHED = ['LOST 1/2 none of its notifications arrived', 'UNREACHED 1/2'];

it('a step that is overtaken reaches nobody if what overtakes it does not', async () => {
  const domain = await createDomainOfJane();
  for (const name of ['sent', 'failed', 'rose']) await domain.change(at(0), name, 'opened');
  await run(0);
  await domain.change(at(5), 'rose', 'escalated', { severity: 'CRITICAL' });
  await run(10);
  const entriesOf = async (name: string) => (await domain.entries(name)).slice(2);
  await domain.set('sent', 'SUPERSEDED', 'SENT');
  await domain.set('failed', 'SUPERSEDED', 'PENDING');
  await domain.set('rose', 'SUPERSEDED', 'SUPERSEDED', 'PENDING');
  await run(10.5);
  for (const name of ['sent', 'failed', 'rose']) expect(await entriesOf(name)).toEqual([]);
  await domain.set('failed', 'SUPERSEDED', 'FAILED');
  await domain.set('rose', 'SUPERSEDED', 'SUPERSEDED', 'CANCELLED');
  await run(11);
  expect(await entriesOf('sent')).toEqual([]);
  for (const name of ['failed', 'rose']) expect(await entriesOf(name)).toEqual(UNREACHED);
});

it('a step that is overtaken by another change is lost with it, and the next follows at once', async () => {
  const domain = await createDomainOfJane();
  for (const name of ['sent', 'failed']) {
    await domain.change(at(0), name, 'opened');
    await run(0);
    await domain.change(at(1), name, 'escalated', { severity: 'CRITICAL' });
  }
  // What people say of an alert does not tell that it exists.
  await store.pool.query(
    `update subscription set kinds = kinds || '["alert.noted"]' where domain_id = $1 and name = 'jane'`,
    [domain.domain_id],
  );
  await domain.change(at(1), 'failed', 'noted');
  await domain.set('sent', 'SUPERSEDED', 'SENT');
  await domain.set('failed', 'SUPERSEDED', 'FAILED', 'SENT');
  await run(1);
  expect(await domain.entries('sent')).toEqual(['TOLD 1/1']);
  expect(await domain.entries('failed')).toEqual([
    'TOLD 1/1',
    'LOST 1/1 none of its notifications arrived',
    'TOLD 1/2',
  ]);
});

it('a mail that only some of its recipients have got has reached somebody', async () => {
  const domain = await createDomainOfJane();
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await store.pool.query(`update notification set progress = '{"got": 1}' where alert_id = $1`, [
    domain.idOf('a'),
  ]);
  await run(10);
  await domain.set('a', 'SUPERSEDED', 'FAILED');
  await run(11);
  // Only the last step is lost.
  expect((await domain.entries('a')).slice(2)).toEqual(['LOST 1/2 none of its notifications arrived']);
});

it('that its steps have reached nobody is told before they are repeated', async () => {
  const domain = await createDomainOfJane({ repeat: { times: 1, every: 3600 } });
  for (const name of ['sent', 'waiting']) await domain.change(at(0), name, 'opened');
  for (const minute of [0, 10]) await run(minute);
  await domain.set('sent', 'PENDING', 'SENT');
  for (const minute of [69, 70, 80]) await run(minute);
  const told = ['TOLD 1/1', 'TOLD 1/2'];
  const repeated = ['TOLD 2/1', 'TOLD 2/2'];
  expect(await domain.entries('sent')).toEqual([...told, ...repeated]);
  expect(await domain.entries('waiting')).toEqual([...told, 'UNREACHED 1/2', ...repeated]);
});

it('a step whose receiver is away for a minute is followed by the next at once, and counts if it arrives all the same', async () => {
  const domain = await createDomainOfJane();
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await domain.setHealth({ failures: 5, last_sent_at: at(-5) });
  await run(0.9);
  expect(await domain.entries('a')).toEqual(['TOLD 1/1']);
  await run(1.2);
  const told = ['TOLD 1/1', 'LOST 1/1 none of its notifications arrived', 'TOLD 1/2'];
  expect(await domain.entries('a')).toEqual(told);
  await run(2.1);
  expect(await domain.entries('a')).toEqual(told);
  for (const minute of [2.4, 3, 30]) await run(minute);
  expect(await domain.entries('a')).toEqual([...told, ...UNREACHED]);
  const readReached = async () => {
    const { rows } = await store.pool.query<object>(
      `select (state -> 'reached')::boolean as reached from escalation_run where alert_id = $1`,
      [domain.idOf('a')],
    );
    return rows;
  };
  expect(await readReached()).toEqual([{ reached: false }]);
  await domain.set('a', 'SENT');
  await run(40);
  expect(await readReached()).toEqual([{ reached: true }]);
});

it.each([
  ['asks for a pause', true, { paused_since: at(0.1), paused_until: at(0.2), last_sent_at: at(-5) }],
  [
    'has asked for a long pause before',
    true,
    { paused_since: at(-5), paused_until: at(60), last_attempt_at: at(-5) },
  ],
  [
    'asked for a pause long ago',
    false,
    { paused_since: at(-9), paused_until: at(-8), last_attempt_at: at(-9) },
  ],
  ['failed long ago', false, { failures: 1, last_attempt_at: at(-5) }],
  ['fails all the time', true, { failures: 5, last_attempt_at: at(-5) }],
  ['cannot be tried', true, { last_attempt_at: at(0.1) }],
  ['accepts other messages', false, { failures: 1, last_sent_at: at(0.1), last_attempt_at: at(0.2) }],
  ['was not tried yet', false, { last_sent_at: at(-5), last_attempt_at: at(-5) }],
])('a receiver that %s is away: %s', async (_, isAway, health) => {
  const domain = await createDomainOfJane();
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await domain.setHealth(health);
  await run(2);
  expect((await domain.entries('a')).length).toBe(isAway ? 3 : 1);
});

it('a step that the quota holds is followed by the next at once, and counts if it is sent all the same', async () => {
  const domain = await createDomainOfJane();
  for (const name of ['quota', 'group']) await domain.change(at(0), name, 'opened');
  await run(0);
  const hold = (name: string, hold_key: string) =>
    store.pool.query(
      `with lane as (
         update notification_lane set hold_key = $2, next_attempt_at = 'infinity' where subject_id = $1
       ), opened as (
         insert into notification_hold (subscription_id, hold_key, domain_id, protocol_id, opened_at, digest_at, look_at)
         select subscription_id, $2, domain_id, protocol_id, now(), now(), now() + interval '1 hour'
         from notification_lane where subject_id = $1
       )
       update notification set state = 'HELD' where alert_id = $1`,
      [domain.idOf(name), hold_key],
    );
  const dueIn = (hours: number) =>
    store.pool.query(
      `update notification_hold set look_at = now() + $2 * interval '1 hour' where domain_id = $1`,
      [domain.domain_id, hours],
    );
  await hold('quota', '');
  await hold('group', 'others');
  // It is being decided whether there are units.
  await dueIn(0);
  await run(0.1);
  expect(await domain.entries('quota')).toEqual(['TOLD 1/1']);
  await dueIn(1);
  await run(0.2);
  const told = ['TOLD 1/1', 'LOST 1/1 none of its notifications arrived', 'TOLD 1/2'];
  expect(await domain.entries('quota')).toEqual(told);
  expect(await domain.entries('group')).toEqual(['TOLD 1/1']);
  // What overtakes it waits in the same lane, and makes its hold due.
  await domain.set('quota', 'SUPERSEDED', 'HELD');
  await dueIn(1);
  await run(0.3);
  expect(await domain.entries('quota')).toEqual([...told, ...UNREACHED]);
  await dueIn(0);
  await run(5);
  await dueIn(1);
  await run(6);
  expect(await domain.entries('quota')).toEqual([...told, ...UNREACHED]);
  await domain.set('quota', 'SUPERSEDED', 'SENT');
  await run(10);
  const { rows } = await store.pool.query(
    `select (state -> 'reached')::boolean as reached from escalation_run where alert_id = $1`,
    [domain.idOf('quota')],
  );
  expect(rows).toEqual([{ reached: true }]);
});
