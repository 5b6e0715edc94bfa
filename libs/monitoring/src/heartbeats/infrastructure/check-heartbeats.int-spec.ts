import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { createPipeline, direct, posted, type Pipeline } from '../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { createHeartbeatDelivery } from '../domain/heartbeat-delivery.js';
import { FIND_WORK, CheckHeartbeats } from './check-heartbeats.js';

const TERMS = { expect_every: '5m', grace: '1m', severity: 'ERROR' } as const;
let pipeline: Pipeline;
let subject: HeartbeatsUnderTest;

beforeAll(async () => {
  pipeline = await createPipeline();
  subject = new HeartbeatsUnderTest(pipeline);
  await subject.tick();
});
afterEach(async () => {
  await subject.sql('delete from heartbeat');
  await subject.sql('delete from spool_mark');
});
afterAll(() => pipeline.close());

/** A webhook with a heartbeat that was pinged just now. */
async function addAliveHeartbeat(): Promise<AdmittedWebhook> {
  const webhook = await pipeline.addWebhook('direct');
  await subject.add(webhook, 'backup', TERMS);
  await subject.ping(webhook, 'backup');
  await subject.process(webhook);
  return webhook;
}

async function runForSecond(webhook: AdmittedWebhook): Promise<void> {
  await subject.tick();
  await subject.process(webhook);
}

describe('a heartbeat whose source stops', () => {
  it('is missing when expect_every and grace are over, and not before', async () => {
    const webhook = await addAliveHeartbeat();
    expect(await subject.of(webhook)).toMatchObject([{ state: 'ALIVE', alert_id: null }]);
    await subject.pass(5 * 60 + 55);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toEqual([]);
    await subject.pass(6);
    await runForSecond(webhook);
    const [alert] = await subject.alertsOf(webhook);
    expect(alert).toMatchObject({ title: 'Heartbeat backup is missing', state: 'OPEN', severity: 'ERROR' });
    expect(await subject.of(webhook)).toMatchObject([{ state: 'MISSING', alert_id: alert?.alert_id }]);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toHaveLength(1);
  });

  it('resolves its alert with the next ping, and opens another when it stops again', async () => {
    const webhook = await addAliveHeartbeat();
    await subject.pass(400);
    await runForSecond(webhook);
    const { delivery_id } = await subject.ping(webhook, 'backup');
    await subject.process(webhook);
    expect(delivery_id).toMatch(/^delivery_/);
    expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'RESOLVED' }]);
    expect(await subject.of(webhook)).toMatchObject([{ state: 'ALIVE', alert_id: null }]);
    await subject.pass(400);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'RESOLVED' }, { state: 'OPEN' }]);
  });

  it('has an open alert from a reported failure until the next ping, and none for its silence meanwhile', async () => {
    const webhook = await addAliveHeartbeat();
    const report = { exit_status: '3', output: Buffer.from('the disk is full') };
    await pipeline.log.append(webhook, createHeartbeatDelivery({ kind: 'fail', name: 'backup' }, report));
    await subject.process(webhook);
    const [alert] = await subject.alertsOf(webhook);
    expect(alert).toMatchObject({
      title: 'Heartbeat backup failed with exit status 3',
      state: 'OPEN',
      severity: 'ERROR',
    });
    expect(await subject.of(webhook)).toMatchObject([{ state: 'MISSING', alert_id: alert?.alert_id }]);
    await subject.pass(400);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toHaveLength(1);
    await subject.ping(webhook, 'backup');
    await subject.process(webhook);
    expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'RESOLVED' }]);
    expect(await subject.of(webhook)).toMatchObject([{ state: 'ALIVE', alert_id: null }]);
  });

  it('is not missing if a ping was accepted before the check, even if processed later', async () => {
    const webhook = await addAliveHeartbeat();
    await subject.pass(400);
    await subject.ping(webhook, 'backup');
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toEqual([]);
    const [heartbeat] = await subject.of(webhook);
    expect(heartbeat?.state).toBe('ALIVE');
    expect(heartbeat?.due_at?.getTime()).toBeGreaterThan(Date.now() + 350_000);
  });

  it('is found missing once by several concurrent workers', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await subject.sql(
      `insert into heartbeat (heartbeat_id, domain_id, webhook_id, project_id, name, expect_every, grace, patience,
         severity, state, last_ping_at, due_at)
       select gen_random_uuid(), 'd1', $1, 'p1', 'h' || n, '5m', '1m', 360, 'ERROR', 'ALIVE', now() - interval '400 s',
         now() - interval '40 s' from generate_series(1, 1200) n`,
      [webhook.uuid],
    );
    await subject.accept();
    const workers = [1, 2, 3, 4].map(() => new CheckHeartbeats(pipeline.pool, pipeline.wakeUps));
    await Promise.all(workers.map((one) => one.execute()));
    await subject.process(webhook);
    const [counts] = await subject.sql<{ alerts: number; told: number }>(
      `select (select count(*)::int from alert where webhook_id = $1) as alerts,
         (select sum(delivery_count)::int from delivery_segment where webhook_id = $1) as told`,
      [webhook.uuid],
    );
    expect(counts).toEqual({ alerts: 1200, told: 1200 });
    expect((await subject.of(webhook)).every(({ state, alert_id }) => state === 'MISSING' && alert_id)).toBe(
      true,
    );
  });

  it('is not checked while its webhook is disabled', async () => {
    const webhook = await addAliveHeartbeat();
    await subject.sql(`update webhook set state = 'DISABLED' where webhook_id = $1`, [webhook.uuid]);
    await subject.pass(400);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toEqual([]);
    expect(await subject.of(webhook)).toMatchObject([{ state: 'ALIVE', due_at: null }]);
  });
});

describe('a webhook', () => {
  const heartbeat = TERMS;

  it('opens an alert when its source is silent, and resolves it with any delivery', async () => {
    const webhook = await pipeline.addWebhook('direct', 'd1', { heartbeat });
    await subject.add(webhook, '*', TERMS);
    await pipeline.log.append(webhook, posted({ no: 'alarm' }));
    await subject.process(webhook);
    const received = () =>
      subject.sql(`select received_count, last_received_at from webhook_cursor where webhook_id = $1`, [
        webhook.uuid,
      ]);
    const before = await received();
    await subject.pass(400);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toMatchObject([{ title: 'The source is silent', state: 'OPEN' }]);
    expect(await received()).toEqual(before);
    await pipeline.log.append(webhook, direct('disk', 'ALERT', '2026-11-20T10:00:00Z'));
    await subject.process(webhook);
    expect(await subject.alertsOf(webhook)).toMatchObject([
      { title: 'The source is silent', state: 'RESOLVED' },
      { title: 'disk ALERT', state: 'OPEN' },
    ]);
    const rows = await subject.sql<{ outcomes: unknown }>(
      `select outcomes from delivery_segment where webhook_id = $1 order by seq desc limit 1`,
      [webhook.uuid],
    );
    expect(rows[0]?.outcomes).toMatchObject([
      [{ outcome: 'CREATED' }, { outcome: 'HEARTBEAT', reason: '*' }, { outcome: 'CREATED' }],
    ]);
  });

  it('creates and pings a heartbeat with alarms that match heartbeat_of', async () => {
    const webhook = await pipeline.addWebhook('direct', 'd1', {
      heartbeat_of: { event_key: 'watchdog*', name: 'w' },
    });
    await pipeline.log.append(webhook, direct('watchdog-1', 'ALERT', '2026-11-20T10:00:00Z'));
    await subject.process(webhook);
    expect(await subject.of(webhook)).toMatchObject([{ name: 'w', state: 'ALIVE' }]);
    expect(await subject.alertsOf(webhook)).toEqual([]);
    await subject.pass(400);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toMatchObject([
      { title: 'Heartbeat w is missing', state: 'OPEN' },
    ]);
  });

  it('creates heartbeats with their first ping only if heartbeats is AUTO', async () => {
    const [auto, manual] = [
      await pipeline.addWebhook('direct', 'd1', { heartbeats: 'AUTO' }),
      await pipeline.addWebhook('direct'),
    ];
    for (const webhook of [auto, manual]) {
      await subject.ping(webhook, 'new');
      await subject.process(webhook);
    }
    expect(await subject.of(auto)).toMatchObject([{ name: 'new', state: 'ALIVE' }]);
    expect(await subject.of(manual)).toEqual([]);
  });

  it('gives its heartbeats their whole time again while deliveries wait to be processed', async () => {
    const webhook = await addAliveHeartbeat();
    const received_at = new Date(Date.now() - 120_000);
    await pipeline.addSegment(webhook, [{ ...posted({ no: 'alarm' }), received_at }]);
    await subject.pass(400);
    await subject.tick();
    const [heartbeat] = await subject.of(webhook);
    expect(heartbeat?.due_at?.getTime()).toBeGreaterThan(Date.now() + 350_000);
    await subject.process(webhook);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toEqual([]);
  });
});

describe('heartbeat checks while pings may not be accepted', () => {
  it('find nothing missing while no process accepts deliveries', async () => {
    const webhook = await addAliveHeartbeat();
    await subject.outage(400);
    await subject.judge.execute();
    await subject.process(webhook);
    expect(await subject.alertsOf(webhook)).toEqual([]);
  });

  it.each([3600, -3600])(
    'restart the time of a heartbeat when the database clock is set by %d s',
    async (seconds) => {
      const webhook = await addAliveHeartbeat();
      await subject.outage(seconds);
      await runForSecond(webhook);
      expect(await subject.alertsOf(webhook)).toEqual([]);
      await subject.pass(355);
      await runForSecond(webhook);
      expect(await subject.alertsOf(webhook)).toEqual([]);
      await subject.pass(10);
      await runForSecond(webhook);
      expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'OPEN' }]);
    },
  );

  it('restart the time of a heartbeat until it was silent for twice its time in total', async () => {
    const [stopped, pinging] = [await addAliveHeartbeat(), await addAliveHeartbeat()];
    const restartAfter = async (seconds: number) => {
      await subject.pass(seconds);
      await subject.outage(10);
      for (const webhook of [stopped, pinging]) await runForSecond(webhook);
    };
    for (const seconds of [240, 240]) {
      await restartAfter(seconds);
      await subject.ping(pinging, 'backup');
      await subject.process(pinging);
    }
    expect(await subject.alertsOf(stopped)).toEqual([]);
    await restartAfter(250);
    await runForSecond(stopped);
    expect(await subject.alertsOf(stopped)).toMatchObject([{ state: 'OPEN' }]);
    expect(await subject.alertsOf(pinging)).toEqual([]);
  });

  it('find nothing missing while a spool holds deliveries', async () => {
    const webhook = await addAliveHeartbeat();
    await subject.sql(`insert into spool_mark values ('other', now() - interval '10 s', now())`);
    await subject.pass(400);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toEqual([]);
    await subject.sql(`update spool_mark set held_from = null`);
    await runForSecond(webhook);
    expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'OPEN' }]);
  });
});

it('a check of 10,000 heartbeats is one statement that finds due heartbeats by an index', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await subject.sql(
    `insert into heartbeat (heartbeat_id, domain_id, webhook_id, project_id, name, expect_every, grace, patience,
       severity, state, last_ping_at, due_at)
     select gen_random_uuid(), 'd1', $1, 'p1', 'h' || n, '5m', '1m', 360, 'ERROR', 'ALIVE', now(),
       now() + n * interval '36 ms' + interval '1 h' from generate_series(1, 10000) n`,
    [webhook.uuid],
  );
  await subject.sql('analyze heartbeat');
  const rows = await subject.sql<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, timing off) ${FIND_WORK}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Only Scan using heartbeat_due .*rows=1\.00 loops=1/);
  expect(plan).not.toMatch(/Seq Scan on heartbeat /);
  const statements: unknown[] = [];
  const query = pipeline.pool.query.bind(pipeline.pool) as (...given: unknown[]) => Promise<unknown>;
  const counted = new Proxy(pipeline.pool, {
    get: (pool, name) =>
      name === 'query'
        ? (...given: unknown[]) => {
            statements.push(given[0]);
            return query(...given);
          }
        : (Reflect.get(pool, name) as unknown),
  });
  await subject.accept();
  await new CheckHeartbeats(counted, pipeline.wakeUps).execute();
  expect(statements).toMatchObject([{ text: FIND_WORK }]);
});
