import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('an acknowledgement cancels a step that was refused, but none that may have arrived', async () => {
  const domain = await createEscalatedDomain();
  for (const name of ['refused', 'unclear']) await domain.change(at(0), name, 'opened');
  await run(0);
  const attempt = async (name: string, status: number | null, error: string) =>
    store.pool.query('update notification set attempt_count = 1, attempts = $2 where alert_id = $1', [
      domain.idOf(name),
      JSON.stringify([{ at: at(0), status, error }]),
    ]);
  await attempt('refused', 503, 'answered 503');
  await attempt('unclear', null, 'no answer within 10 s');
  for (const name of ['refused', 'unclear']) await domain.change(at(4), name, 'acknowledged');
  expect(await domain.told('refused')).toEqual(['first opened CANCELLED']);
  expect(await domain.told('unclear')).toEqual(['first opened PENDING', 'first acknowledged PENDING']);
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

it('that begins because the severity has risen withdraws an earlier acknowledgement', async () => {
  const domain = await createEscalatedDomain();
  await store.pool.query('update escalation set filter = $2 where escalation_id = $1', [
    domain.escalation_id,
    JSON.stringify([{ k: 'severity', v: 'CRITICAL', o: 'eq' }]),
  ]);
  await domain.change(at(-30), 'a', 'opened');
  await domain.change(at(-25), 'a', 'acknowledged');
  await domain.change(at(-20), 'a', 'escalated', { severity: 'CRITICAL' });
  for (const minute of [-19.9, -19.8]) await run(minute);
  const { rows } = await store.pool.query('select acknowledged from alert where alert_id = $1', [
    domain.idOf('a'),
  ]);
  expect(rows).toEqual([{ acknowledged: false }]);
  expect(await domain.entries('a')).toEqual(['TOLD 1/1']);
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
  await store.pool.query(
    `update silenced_alert set look_at = now() - interval '1 second' where domain_id = $1`,
    [domain.domain_id],
  );
  await store.ends.settle();
  expect((await domain.told('a')).filter((told) => told.startsWith('first'))).toEqual([
    'first opened PENDING',
    'first escalated SILENCED',
    'first opened PENDING',
    'first opened PENDING',
  ]);
});

it('is looked at every ten seconds while an inhibition may begin or end, and once a minute while acknowledged', async () => {
  const domain = await createEscalatedDomain();
  await domain.inhibit({ wait: 0 });
  const readDelay = async () => {
    const { rows } = await store.pool.query<{ delay: number }>(
      `select (extract(epoch from look_at) - (state ->> 'looked_at')::float8 / 1000)::float8 as delay from escalation_run
       where alert_id = $1`,
      [domain.idOf('a')],
    );
    return rows[0]?.delay;
  };
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  await domain.arrive();
  await run(1);
  expect(await readDelay()).toBe(10);
  await domain.change(at(2), 'a', 'acknowledged');
  await run(2);
  expect(await readDelay()).toBe(60);
  await domain.change(at(2.5), 'a', 'unacknowledged');
  await run(2.5);
  expect((await domain.entries('a')).at(-1)).toBe('TOLD 1/1 1');
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

it('waits for what the inhibition that held it settles, not for others of the domain', async () => {
  const domain = await createEscalatedDomain();
  const inhibition_id = await domain.inhibit({ wait: 0, settle: 60 });
  await domain.inhibit({ source: ruleIs('elsewhere'), target: ruleIs('other'), wait: 0, settle: 3600 });
  const hold = async (from: number, name: string) => {
    await domain.change(at(from), name, 'opened');
    await run(from);
    await domain.change(at(from + 1), `source of ${name}`, 'opened', { rule: 'source' });
    await run(from + 1);
    expect((await domain.entries(name)).at(-1)).toBe('HELD 1/1 held back by the inhibition “cluster down”');
  };
  await hold(0, 'a');
  await domain.change(at(2), 'source of a', 'resolved', { rule: 'source' });
  for (const minute of [2.1, 3]) await run(minute);
  expect((await domain.entries('a')).at(-1)).toMatch(/^HELD/);
  await run(3.2);
  expect((await domain.entries('a')).at(-1)).toBe('TOLD 1/1 1');
  // Without the inhibition, nothing settles.
  await hold(5, 'b');
  await store.pool.query('update inhibition set enabled = false where inhibition_id = $1', [inhibition_id]);
  await run(6.2);
  expect((await domain.entries('b')).at(-1)).toBe('TOLD 1/1 1');
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

it('if the fallback is disabled, all who are told of changes of the project are told so every quarter of an hour', async () => {
  const domain = await createEscalatedDomain();
  for (const name of ['others', 'another project']) await domain.subscribe(name, 'CHANGE');
  await store.pool.query(
    `update subscription set project_id = 'p2' where domain_id = $1 and name = 'another project'`,
    [domain.domain_id],
  );
  await store.pool.query(
    `update subscription set state = 'DISABLED' where domain_id = $1 and name not in ('others', 'another project')`,
    [domain.domain_id],
  );
  await domain.change(at(0), 'a', 'opened');
  await run(0);
  expect((await domain.entries('a')).at(-1)).toBe(
    'UNREACHED 1/3 its fallback is disabled or deleted, and 1 other subscription was told',
  );
  const read = async () => {
    const { rows } = await store.pool.query<object>(
      `select s.name from notification n join subscription s using (subscription_id)
       where n.domain_id = $1 and n.kind = 'escalation.unreached'`,
      [domain.domain_id],
    );
    return rows;
  };
  expect(await read()).toEqual([{ name: 'others' }]);
  // A storm does not use up the quotas of all.
  await domain.change(at(0), 'b', 'opened');
  await run(0);
  expect((await domain.entries('b')).at(-1)).toBe(
    'UNREACHED 1/3 its fallback is disabled or deleted, which was told with another alert',
  );
  expect(await read()).toHaveLength(1);
  await domain.change(at(20), 'c', 'opened');
  await run(20);
  expect(await read()).toHaveLength(2);
});
