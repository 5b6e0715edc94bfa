import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { createEscalatedStore, type EscalatedStore } from './escalated-domain.js';
import { ruleIs } from './inhibited-domain.js';

let store: EscalatedStore;
beforeAll(async () => {
  store = await createEscalatedStore();
});
afterAll(() => store.close());

const start = Date.now();
/** A time so many minutes after the beginning of the test. */
const at = (minutes: number) => new Date(start + minutes * 60_000);
const run = (minutes: number) => store.escalations.execute(at(minutes));

/** A domain with three steps after 0, 10 and 30 minutes. */
async function createEscalatedDomain(fields = {}) {
  const domain = await store.createDomain();
  const [first, second, third] = [
    await domain.subscribe('first'),
    await domain.subscribe('second'),
    await domain.subscribe('third'),
  ];
  const fallback = await domain.subscribe('fallback', 'CHANGE');
  await store.pool.query(`update subscription set kinds = '["quota.low"]' where name = 'fallback'`);
  const steps = [
    { after: 0, subscriptions: [first] },
    { after: 600, subscriptions: [second] },
    { after: 1800, subscriptions: [third, first] },
  ];
  const escalation_id = await domain.escalate('production', { steps, fallback, ...fields });
  return { ...domain, escalation_id, ids: { first, second, third, fallback } };
}

it('tells one step after the other, each once, and what follows to those who were told', async () => {
  const domain = await createEscalatedDomain();
  await domain.change(at(0), 'a', 'opened');
  expect(await domain.told('a')).toEqual([]);
  for (const minute of [0, 5, 9.9, 10, 11]) await run(minute);
  expect(await domain.told('a')).toEqual(['first opened PENDING', 'second opened PENDING']);
  await domain.arrive();
  await domain.change(at(12), 'a', 'escalated', { severity: 'CRITICAL' });
  await domain.change(at(20), 'a', 'resolved');
  for (const minute of [30, 60]) await run(minute);
  expect(await domain.told('a')).toEqual([
    'first opened SENT',
    'second opened SENT',
    'first escalated PENDING',
    'second escalated PENDING',
    'first resolved PENDING',
    'second resolved PENDING',
  ]);
  expect(await domain.entries('a')).toEqual(['TOLD 1/1', 'TOLD 1/2']);
});

it('does not begin for alerts that do not match, and begins once the severity matches', async () => {
  const domain = await createEscalatedDomain();
  await store.pool.query('update escalation set filter = $2 where escalation_id = $1', [
    domain.escalation_id,
    JSON.stringify([{ k: 'severity', v: 'CRITICAL', o: 'eq' }]),
  ]);
  await domain.change(at(0), 'a', 'opened');
  await run(5);
  expect(await domain.told('a')).toEqual([]);
  await domain.change(at(6), 'a', 'escalated', { severity: 'CRITICAL' });
  await run(6);
  expect(await domain.told('a')).toEqual(['first opened PENDING']);
  // It goes on although the alert is less severe now.
  await domain.change(at(7), 'a', 'deescalated', { severity: 'WARNING' });
  await run(16);
  expect((await domain.told('a')).at(-1)).toBe('second opened PENDING');
});

it('an acknowledgement cancels what was not sent, and tells nobody who knows of nothing', async () => {
  const domain = await createEscalatedDomain();
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await domain.arrive();
  await run(10);
  await domain.change(at(11), 'a', 'acknowledged');
  for (const minute of [11, 30, 90]) await run(minute);
  expect(await domain.told('a')).toEqual([
    'first opened SENT',
    'second opened CANCELLED',
    'first acknowledged PENDING',
  ]);
  const { rows } = await store.pool.query(
    `select reason from notification where alert_id = $1 and state = 'CANCELLED'`,
    [domain.idOf('a')],
  );
  expect(rows).toEqual([{ reason: 'the alert was acknowledged before it was sent' }]);
  await domain.change(at(100), 'a', 'unacknowledged');
  await domain.arrive();
  // The clock has stood still for 89 minutes: from 11 to 100.
  for (const minute of [100, 118, 119]) await run(minute);
  expect(await domain.entries('a')).toEqual([
    'TOLD 1/1',
    'TOLD 1/2',
    'HELD 1/2 the alert was acknowledged by jane',
    'TOLD 1/2 1',
    'TOLD 1/3',
  ]);
});

it('what is being sent when the alert is acknowledged stays', async () => {
  const domain = await createEscalatedDomain();
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await store.pool.query(
    'update notification_lane set attempt_id = gen_random_uuid() where subject_id = $1',
    [domain.idOf('a')],
  );
  await domain.change(at(1), 'a', 'acknowledged');
  expect(await domain.told('a')).toEqual(['first opened PENDING', 'first acknowledged PENDING']);
});

it('a worse alert withdraws its acknowledgement, and begins again at step 1', async () => {
  const domain = await createEscalatedDomain();
  await domain.change(at(-30), 'a', 'opened');
  await run(-30);
  await domain.arrive();
  await domain.change(at(-25), 'a', 'acknowledged');
  await domain.change(at(-20), 'a', 'escalated', { severity: 'CRITICAL' });
  await run(-19.9);
  await run(-19.8);
  const { rows } = await store.pool.query('select acknowledged from alert where alert_id = $1', [
    domain.idOf('a'),
  ]);
  expect(rows).toEqual([{ acknowledged: false }]);
  expect(await domain.entries('a')).toEqual([
    'TOLD 1/1',
    'HELD 1/1 the alert was acknowledged by jane',
    'RESTARTED 2/0 its severity rose to CRITICAL',
    'TOLD 2/1',
  ]);
  // Somebody acknowledges it as it is now.
  await domain.change(at(-18), 'a', 'acknowledged');
  await run(0);
  expect((await domain.entries('a')).filter((entry) => entry.startsWith('TOLD'))).toHaveLength(2);
});

it('an acknowledgement without an end is withdrawn when it has lasted for long enough', async () => {
  const domain = await createEscalatedDomain({ acknowledged_for: 300 });
  await domain.change(at(-30), 'a', 'opened');
  await run(-30);
  await domain.change(at(-29), 'a', 'acknowledged');
  for (const minute of [-29, -25]) await run(minute);
  expect((await domain.entries('a')).at(-1)).toBe('HELD 1/1 the alert was acknowledged by jane');
  await run(-24);
  await run(-23.9);
  expect(await domain.entries('a')).toEqual([
    'TOLD 1/1',
    'HELD 1/1 the alert was acknowledged by jane',
    'WITHDRAWN 1/1 it has lasted for 300 seconds',
    'TOLD 1/1 1',
  ]);
});

it('stands still while the alert is silenced, and tells the last step again at once', async () => {
  const domain = await createEscalatedDomain();
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await domain.silence(at(5), at(25), 'target');
  for (const minute of [5.2, 10, 24.9]) await run(minute);
  await domain.change(at(12), 'a', 'escalated', { severity: 'CRITICAL' });
  for (const minute of [25, 29, 30, 50]) await run(minute);
  expect(await domain.entries('a')).toEqual([
    'TOLD 1/1',
    'HELD 1/1 CHG-1',
    'TOLD 1/1 1',
    'TOLD 1/2',
    'TOLD 1/3',
  ]);
  // The end of the silence tells nobody of an escalation but by its step.
  await store.pool.query('update silenced_alert set look_at = now() where domain_id = $1', [
    domain.domain_id,
  ]);
  await store.ends.settle();
  expect((await domain.told('a')).filter((told) => told.startsWith('first'))).toEqual([
    'first opened PENDING',
    'first escalated SILENCED',
    'first opened PENDING',
    'first opened PENDING',
  ]);
});

it('stands still while a source is open, and until what it held back has settled', async () => {
  const domain = await createEscalatedDomain();
  await domain.inhibit({ wait: 30, settle: 120 });
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  // It waits for its source first.
  expect(await domain.entries('a')).toEqual([]);
  await run(0.5);
  expect(await domain.entries('a')).toEqual(['TOLD 1/1']);
  await domain.change(at(1), 'source', 'opened', { rule: 'source' });
  for (const minute of [1, 5, 10]) await run(minute);
  expect((await domain.entries('a')).at(-1)).toBe('HELD 1/1 held back by the inhibition “cluster down”');
  await domain.change(at(20), 'source', 'resolved', { rule: 'source' });
  for (const minute of [20.1, 21, 22]) await run(minute);
  expect((await domain.entries('a')).at(-1)).toBe('HELD 1/1 held back by the inhibition “cluster down”');
  await run(22.2);
  expect((await domain.entries('a')).at(-1)).toBe('TOLD 1/1 1');
});

it('a step that reaches nobody is followed by the next at once, and at the end the fallback is told', async () => {
  const domain = await createEscalatedDomain();
  await store.pool.query(
    `update subscription set state = 'DISABLED' where domain_id = $1 and name = 'first'`,
    [domain.domain_id],
  );
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  expect(await domain.entries('a')).toEqual([
    'NOBODY 1/1 a subscription of it is disabled or deleted',
    'TOLD 1/2',
  ]);
  await domain.arrive('FAILED');
  await run(0.2);
  expect((await domain.entries('a')).slice(2)).toEqual([
    'LOST 1/2 none of its notifications arrived',
    'TOLD 1/3 a subscription of it is disabled or deleted',
  ]);
  await domain.arrive('FAILED');
  await run(1);
  expect((await domain.entries('a')).slice(4)).toEqual([
    'LOST 1/3 none of its notifications arrived',
    'UNREACHED 1/3',
  ]);
  const { rows } = await store.pool.query(
    `select kind, message -> 'data' -> 'subject' ->> 'alert_id' as alert_id from notification
     where domain_id = $1 and kind not like 'alert.%'`,
    [domain.domain_id],
  );
  expect(rows).toEqual([{ kind: 'escalation.unreached', alert_id: formatId('alert', domain.idOf('a')) }]);
  for (const minute of [10, 100]) await run(minute);
  expect((await domain.entries('a')).slice(6)).toEqual([]);
});

it('repeats its steps, and only a resolution ends one that does not care for acknowledgements', async () => {
  const domain = await createEscalatedDomain({ until: 'RESOLVED', repeat: { times: 1, every: 3600 } });
  await domain.change(at(0), 'a', 'opened');
  await domain.change(at(1), 'a', 'acknowledged');
  for (const minute of [1, 10, 30, 89, 90, 100, 120, 240]) await run(minute);
  expect((await domain.entries('a')).filter((entry) => entry.startsWith('TOLD'))).toEqual(
    ['1/1', '1/2', '1/3', '2/1', '2/2', '2/3'].map((step) => `TOLD ${step}`),
  );
});

it('an alert that reopens escalates anew, and a policy that was deleted ends', async () => {
  const domain = await createEscalatedDomain();
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await domain.change(at(1), 'a', 'resolved');
  await domain.change(at(2), 'a', 'reopened');
  await run(2);
  expect(await domain.entries('a')).toEqual(['TOLD 1/1', 'TOLD 1/1']);
  await store.pool.query('update escalation set deleted_at = now() where escalation_id = $1', [
    domain.escalation_id,
  ]);
  await domain.change(at(3), 'b', 'opened');
  await run(3);
  expect(await domain.entries('b')).toEqual([]);
});

it('alerts show the last step and when the next one is due', async () => {
  const domain = await createEscalatedDomain();
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  const show = async () => {
    await store.shows.execute();
    const { rows } = await store.pool.query<object>(
      'select escalation_step as step, escalation_next_at as next_at from alert where alert_id = $1',
      [domain.idOf('a')],
    );
    return rows[0];
  };
  expect(await show()).toEqual({ step: 1, next_at: at(10) });
  await domain.change(at(1), 'a', 'acknowledged');
  expect(await show()).toEqual({ step: 1, next_at: null });
  await domain.change(at(2), 'a', 'resolved');
  expect(await show()).toEqual({ step: null, next_at: null });
  await store.shows.remove();
  const { rowCount } = await store.pool.query('select from escalation_run where alert_id = $1', [
    domain.idOf('a'),
  ]);
  expect(rowCount).toBe(0);
});

it('subscriptions that steps tell get nothing else', async () => {
  const domain = await createEscalatedDomain();
  await domain.escalate('other', {
    rule: 'other',
    steps: [{ after: 0, subscriptions: [domain.ids.second] }],
    fallback: domain.ids.fallback,
  });
  await domain.change(at(0), 'a', 'opened');
  await domain.change(at(1), 'a', 'escalated', { severity: 'CRITICAL' });
  await domain.change(at(2), 'a', 'resolved');
  await run(2);
  expect(await domain.told('a')).toEqual([]);
  expect(ruleIs('target')).not.toEqual(ruleIs('other'));
});

it('the statement of each second reads an index, however many escalations run', async () => {
  const domain = await createEscalatedDomain();
  await store.pool.query(
    `insert into escalation_run (escalation_id, alert_id, domain_id, run_id, policy, state, step, is_last, look_at, shown)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), '{}', '{}', 0, false, now() + interval '1 hour', true
     from generate_series(1, 10000)`,
    [domain.escalation_id, domain.domain_id],
  );
  await store.pool.query('analyze escalation_run');
  const { DUE_DOMAINS_SQL } = await import('../libs/notification/src/escalations/tables/runs.js');
  const { rows } = await store.pool.query<{ 'QUERY PLAN': string }>(
    `explain ${DUE_DOMAINS_SQL.replaceAll('$1', '200').replaceAll('$2', 'null')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('escalation_run_due');
  expect(plan).not.toContain('Seq Scan');
  await store.pool.query('delete from escalation_run where domain_id = $1', [domain.domain_id]);
});
