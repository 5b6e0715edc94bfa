import { afterAll, beforeAll, expect, it } from 'vitest';
import { HAS_DUE } from '../libs/notification/src/reminders/tables/due-reminders.js';
import { createRemindedStore, EVERY, pass, type RemindedStore } from './reminded-domain.js';

let store: RemindedStore;
let statements = 0;
beforeAll(async () => {
  store = await createRemindedStore();
  const counted = new WeakSet<object>();
  for (const pool of [store.ingest, store.pool, store.enginePool])
    pool.on('acquire', (client) => {
      if (counted.has(client)) return;
      counted.add(client);
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      client.query = ((...given: unknown[]) => {
        statements += 1;
        return query(...given);
      }) as typeof client.query;
    });
});
afterAll(() => store.close());

it('reminds again and again of what nobody acknowledges, counted from the last message', async () => {
  const domain = await store.createDomain();
  await domain.open('disk');
  await pass(domain, EVERY - 120);
  expect(await domain.reminders('disk')).toEqual([]);
  await domain.change(['disk', 'escalated', { severity: 'CRITICAL' }]);
  await domain.send();
  await pass(domain, EVERY - 120);
  expect(await domain.reminders('disk')).toEqual([]);
  await pass(domain, 180);
  expect(await domain.reminders('disk')).toEqual(['reminder SENT']);
  await pass(domain, 2 * EVERY);
  expect(await domain.reminders('disk')).toHaveLength(3);
});

it('says what is open as it is now, by itself and with an id that a repeated look gives again', async () => {
  const domain = await store.createDomain();
  await domain.open('disk');
  await domain.run(`update alert set severity = 'CRITICAL', title = 'Disk of db-1' where domain_id = $1`);
  await domain.skip(300);
  await domain.look();
  const [left = 0] = await domain.planned();
  expect(left).toBeGreaterThan(EVERY - 310);
  await domain.skip(left + 1);
  await domain.look();
  await domain.look();
  const { rows } = await domain.run(
    `select kind, title, severity, is_single, message from notification where domain_id = $1 and kind = 'alert.reminder'`,
  );
  expect(rows).toMatchObject([
    {
      ...{ title: 'Disk of db-1', severity: 'CRITICAL', is_single: true },
      message: {
        type: 'alert.reminder',
        data: {
          alert: { state: 'OPEN', severity: 'CRITICAL' },
          change: { state_before: 'OPEN', severity_before: 'CRITICAL', event_id: null },
          links: { console: expect.stringContaining('https://t.example/console/#/alert/alert_') },
        },
      },
    },
  ]);
});

it('ends with the acknowledgement or the alert, and goes on when the acknowledgement has ended', async () => {
  const domain = await store.createDomain();
  await domain.open('a', 'b');
  await domain.acknowledge('a');
  await domain.change(['b', 'resolved']);
  await domain.send();
  await pass(domain, 2 * EVERY);
  expect([...(await domain.reminders('a')), ...(await domain.reminders('b'))]).toEqual([]);
  expect(await domain.planned()).toHaveLength(1);
  await domain.unacknowledge('a');
  await pass(domain, 360);
  expect(await domain.reminders('a')).toHaveLength(1);
});

it('goes on after the acknowledgement if it lasts until the alert is resolved', async () => {
  const domain = await store.createDomain({ every: EVERY, until: 'RESOLVED' });
  await domain.open('a');
  await domain.acknowledge('a');
  await pass(domain, EVERY + 120);
  expect(await domain.reminders('a')).toHaveLength(1);
  await domain.change(['a', 'resolved']);
  await domain.send();
  await pass(domain, EVERY + 120);
  expect(await domain.reminders('a')).toHaveLength(1);
  expect(await domain.planned()).toEqual([]);
});

it.each(['acknowledged', 'resolved'] as const)(
  'cancels a reminder that still waits when the alert is %s',
  async (end) => {
    const domain = await store.createDomain();
    await domain.open('a');
    await domain.skip(EVERY);
    await domain.look();
    expect(await domain.reminders('a')).toEqual(['reminder PENDING']);
    if (end === 'acknowledged') await domain.acknowledge('a');
    else await domain.change(['a', 'resolved']);
    expect(await domain.reminders('a')).toEqual(['reminder CANCELLED']);
    expect(await domain.wait('a')).toEqual(end === 'acknowledged' ? undefined : expect.any(Number));
  },
);

it('sends no second reminder while the first waits, and none of what was never told', async () => {
  const domain = await store.createDomain();
  await domain.change(['a', 'opened']);
  for (let n = 0; n < 3; n += 1) {
    await domain.skip(EVERY);
    await domain.look();
  }
  expect(await domain.told('a')).toEqual(['opened PENDING']);
  await domain.run(`update notification set state = 'SUPERSEDED' where domain_id = $1`);
  await domain.skip(EVERY);
  await domain.look();
  expect(await domain.told('a')).toEqual(['opened SUPERSEDED']);
  expect(await domain.planned()).toEqual([]);
});

it('reminds after a reminder that failed', async () => {
  const domain = await store.createDomain();
  await domain.open('a');
  await domain.skip(EVERY);
  await domain.look();
  await domain.run(
    `update notification set state = 'FAILED' where domain_id = $1 and kind = 'alert.reminder'`,
  );
  await domain.run('delete from notification_lane where domain_id = $1');
  await domain.skip(EVERY);
  await domain.run(
    `update notification set attempts = jsonb_build_array(jsonb_build_object('at', now() - interval '2 hours', 'status', 500))
     where domain_id = $1 and state = 'FAILED'`,
  );
  await domain.look();
  expect(await domain.reminders('a')).toEqual(['reminder FAILED', 'reminder PENDING']);
});

it('reminds of nothing while a silence applies, and when it ends of what became due', async () => {
  const domain = await store.createDomain();
  await domain.open('a', 'b');
  await domain.silence('a', 2 * EVERY);
  await pass(domain, EVERY + 60);
  expect(await domain.reminders('a')).toEqual([]);
  expect(await domain.reminders('b')).toHaveLength(1);
  await pass(domain, EVERY);
  expect(await domain.reminders('a')).toHaveLength(1);
});

it('reminds of nothing that an inhibition holds back', async () => {
  const domain = await store.createDomain();
  await domain.inhibit({ wait: 0 });
  await domain.open('target');
  await domain.open('source');
  await pass(domain, EVERY + 120);
  expect(await domain.reminders('target')).toEqual([]);
  expect(await domain.reminders('source')).toHaveLength(1);
});

it('reminds nobody whose subscription was disabled since, wants none, or no longer finds the alert', async () => {
  const changes = [
    `state = 'DISABLED'`,
    'remind = null',
    `deleted_at = now()`,
    `filter = '[{"k": "title", "v": "other", "o": "eq"}]'`,
    `active_since = now()`,
  ];
  for (const change of changes) {
    const domain = await store.createDomain();
    await domain.open('a');
    await domain.subscribe(change);
    await domain.skip(EVERY);
    await domain.look();
    expect(await domain.told('a'), change).toEqual(['opened SENT']);
    expect(await domain.planned(), change).toEqual([]);
  }
});

it('reminds also of what was told before reminders were wanted, and of nothing that was not', async () => {
  const domain = await store.createDomain(null);
  await domain.open('a');
  await domain.change(['b', 'opened']);
  await domain.run(`update notification set state = 'SILENCED' where domain_id = $1 and state = 'PENDING'`);
  await domain.run('delete from notification_lane where domain_id = $1');
  await domain.skip(10 * EVERY);
  await domain.want({ every: EVERY, until: 'ACKNOWLEDGED' });
  await domain.subscribe('seeds_reminders = true');
  await domain.seed();
  await domain.seed();
  expect(await domain.planned()).toEqual([EVERY, EVERY]);
  await pass(domain, EVERY + 60);
  expect(await domain.reminders('a')).toHaveLength(1);
  expect(await domain.reminders('b')).toEqual([]);
  expect(await domain.planned()).toHaveLength(1);
});

it('reminds earlier when reminders are wanted more often', async () => {
  const domain = await store.createDomain({ every: 86_400, until: 'ACKNOWLEDGED' });
  await domain.open('a');
  await domain.skip(300);
  await domain.look();
  await domain.want({ every: 300, until: 'ACKNOWLEDGED' });
  await domain.subscribe('seeds_reminders = true');
  await domain.seed();
  await pass(domain, 360);
  expect(await domain.reminders('a')).toHaveLength(1);
});

it('two workers make one reminder, and one that is killed makes none', async () => {
  const domain = await store.createDomain();
  await domain.open(...Array.from({ length: 30 }, (_, n) => `a${n}`));
  await domain.skip(EVERY);
  const client = await store.ingest.connect();
  await client.query('begin');
  await client.query('select from reminder where domain_id = $1 for update', [domain.domain_id]);
  await domain.look();
  expect(await domain.reminders('a0')).toEqual([]);
  await client.query('rollback');
  client.release();
  await Promise.all([domain.look(), domain.look(), domain.look()]);
  const { rows } = await domain.run(
    `select count(*)::int as count, count(distinct alert_id)::int as alerts from notification
     where domain_id = $1 and kind = 'alert.reminder'`,
  );
  expect(rows).toEqual([{ count: 30, alerts: 30 }]);
});

it('looks whether 10,000 open alerts are due by the index, and at 200 of them with as many statements as at two', async () => {
  const domain = await store.createDomain();
  await domain.open(...Array.from({ length: 200 }, (_, n) => `a${n}`));
  await store.pool.query(`
    insert into reminder (subscription_id, alert_id, domain_id, look_at)
    select gen_random_uuid(), gen_random_uuid(), 'many', now() + n * interval '30 s' + interval '1 minute'
    from generate_series(1, 10000) as n`);
  await store.pool.query('analyze reminder');
  const { rows } = await store.pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off) ${HAS_DUE}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('reminder_due');
  expect(plan).not.toContain('Seq Scan');
  expect(Number(/Rows Removed by Filter: (\d+)/.exec(plan)?.[1] ?? 0)).toBeLessThan(10);

  const count = async (limit: number) => {
    await domain.run(
      `update reminder set look_at = now() - interval '1 s' where domain_id = $1 and alert_id in (
         select alert_id from reminder where domain_id = $1 limit $2)`,
      limit,
    );
    const before = statements;
    await store.reminders.remind();
    return statements - before;
  };
  await domain.skip(EVERY);
  await domain.run(`update reminder set look_at = now() + interval '1 hour' where domain_id = $1`);
  const few = await count(2);
  expect(await count(198)).toBe(few);
});
