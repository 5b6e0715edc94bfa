import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { createDomainOfSteps, createEscalatedStore, type EscalatedStore } from './escalated-domain.js';
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

const createEscalatedDomain = (fields = {}) => createDomainOfSteps(store, fields);

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

it('alerts show the escalation that has the next step, however far another one has got', async () => {
  const domain = await createEscalatedDomain();
  const steps = [{ after: 0, subscriptions: [domain.ids.third] }];
  await domain.escalate('ended', {
    steps: [...steps, { after: 1, subscriptions: [domain.ids.third] }],
    fallback: domain.ids.fallback,
  });
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await run(0.1);
  await store.shows.execute();
  const { rows } = await store.pool.query<object>(
    'select escalation_step as step, escalation_next_at as next_at from alert where alert_id = $1',
    [domain.idOf('a')],
  );
  expect(rows).toEqual([{ step: 1, next_at: at(10) }]);
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
    `explain ${DUE_DOMAINS_SQL.replaceAll('$1', 'null')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('escalation_run_due');
  expect(plan).not.toContain('Seq Scan');
  await store.pool.query('delete from escalation_run where domain_id = $1', [domain.domain_id]);
});

it('a look that finds nothing new leaves the rest as it is, so that the alert need not be written', async () => {
  const domain = await createEscalatedDomain();
  await domain.inhibit({ wait: 0 });
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await store.shows.execute();
  const read = async () => {
    const { rows } = await store.pool.query<{ state: { looked_at: number }; shown: boolean }>(
      `select look_at, shown, ended_at, step, next_at, policy, state from escalation_run where alert_id = $1`,
      [domain.idOf('a')],
    );
    return rows[0];
  };
  const before = await read();
  expect(before).toMatchObject({ shown: true, ended_at: null, step: 1, next_at: at(10) });
  await run(1);
  const { state, ...rest } = before ?? {};
  expect(await read()).toEqual({
    ...rest,
    look_at: new Date(at(1).getTime() + 6000),
    state: { ...state, looked_at: at(1).getTime() },
  });
});

it('an escalation that cannot be looked at stops none of the others', async () => {
  const domain = await createEscalatedDomain();
  for (const name of ['a', 'b', 'c']) await domain.change(at(0), name, 'opened');
  await store.pool.query(`update escalation_run set state = '{}' where alert_id = $1`, [domain.idOf('b')]);
  await run(0);
  expect(await domain.told('a')).toEqual(['first opened PENDING']);
  expect(await domain.told('b')).toEqual([]);
  expect(await domain.told('c')).toEqual(['first opened PENDING']);
  const { rows } = await store.pool.query<{ delay: number }>(
    'select extract(epoch from look_at - $2)::float8 as delay from escalation_run where alert_id = $1',
    [domain.idOf('b'), at(0)],
  );
  expect(rows[0]?.delay).toBeCloseTo(5, 1);
  await store.pool.query('delete from escalation_run where alert_id = $1', [domain.idOf('b')]);
});

it('a domain in which very much is due does not hide the others', async () => {
  const [stormy, calm] = [await createEscalatedDomain(), await createEscalatedDomain()];
  await store.pool.query(
    `insert into escalation_run (escalation_id, alert_id, domain_id, run_id, policy, state, step, is_last, look_at, shown)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), '{}', '{}', 0, false, $3::timestamptz - interval '1 hour', true
     from generate_series(1, 1000)`,
    [stormy.escalation_id, stormy.domain_id, at(0)],
  );
  await calm.change(at(0), 'a', 'opened');
  const { DUE_DOMAINS_SQL } = await import('../libs/notification/src/escalations/tables/runs.js');
  const { rows } = await store.pool.query<{ domain_id: string }>(DUE_DOMAINS_SQL, [at(1)]);
  expect(rows.map(({ domain_id }) => domain_id)).toEqual(
    expect.arrayContaining([stormy.domain_id, calm.domain_id]),
  );
  await store.pool.query('delete from escalation_run where domain_id = $1', [stormy.domain_id]);
});

it('a subscription that is told of every change is not told again by a step', async () => {
  const domain = await createEscalatedDomain();
  await store.pool.query(
    `update subscription set trigger = 'CHANGE' where domain_id = $1 and name = 'first'`,
    [domain.domain_id],
  );
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  expect(await domain.told('a')).toEqual(['first opened PENDING', 'second opened PENDING']);
  expect(await domain.entries('a')).toEqual([
    'NOBODY 1/1 a subscription of it has the trigger CHANGE',
    'TOLD 1/2',
  ]);
});

it('a subscription of another project is not told by a step', async () => {
  const domain = await createEscalatedDomain();
  for (const [name, project_id] of [
    ['first', 'p2'],
    ['second', 'p1'],
  ])
    await store.pool.query('update subscription set project_id = $3 where domain_id = $1 and name = $2', [
      ...[domain.domain_id, name, project_id],
    ]);
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  expect(await domain.entries('a')).toEqual([
    'NOBODY 1/1 a subscription of it sends only alerts of another project',
    'TOLD 1/2',
  ]);
});

it('a domain in which one escalation after the other fails is put off as a whole', async () => {
  const domain = await createEscalatedDomain();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await domain.change(at(0), name, 'opened');
  await store.pool.query(`update escalation_run set state = '{}' where domain_id = $1`, [domain.domain_id]);
  await run(0);
  const { rows } = await store.pool.query<{ early: number }>(
    `select count(*) filter (where look_at < $2::timestamptz + interval '4 s')::int as early from escalation_run
     where domain_id = $1`,
    [domain.domain_id, at(0)],
  );
  expect(rows).toEqual([{ early: 0 }]);
  await store.pool.query('delete from escalation_run where domain_id = $1', [domain.domain_id]);
});
