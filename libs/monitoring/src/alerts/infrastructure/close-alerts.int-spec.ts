import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { itOnSingleServer } from '#test/database.js';
import { SYSTEM_CLOCK } from '#test/retention-clock.js';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import type { WebhookSettings } from '../../webhooks/domain/webhook-settings.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { CloseAlerts } from './close-alerts.js';

const MINUTE = 60_000;
let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

/** A webhook whose alerts are stale after ten minutes. */
async function addWebhook(
  deleted = false,
  settings: Partial<WebhookSettings> = {},
): Promise<AdmittedWebhook> {
  const webhook = await pipeline.addWebhook('direct', 'd1', settings);
  await pipeline.pool.query(
    `update webhook set settings = $3::jsonb || '{"stale_after": 600}', deleted_at = $2
     where webhook_id = $1`,
    [webhook.uuid, deleted ? new Date() : null, settings],
  );
  return webhook;
}

async function addAlarm(
  webhook: AdmittedWebhook,
  event_key: string,
  minutesAgo: number,
  process = true,
  { late = false, ...more }: { late?: boolean; event_type?: string; occurred_at?: string } = {},
) {
  const received_at = new Date(Date.now() - minutesAgo * MINUTE);
  const occurred_at = received_at.toISOString();
  const body = { event_key, title: `${event_key} ${minutesAgo}`, occurred_at, ...more };
  await pipeline.addSegment(webhook, [{ ...posted(body), received_at }], { late });
  if (process) await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
}

/** Adds five thousand open alerts. */
async function addOpenAlerts(webhook: AdmittedWebhook, minutesAgo: number): Promise<void> {
  await pipeline.pool.query(
    `insert into alert (domain_id, webhook_id, project_id, alert_id, event_key, state, severity, title,
       opened_at, last_received_at, event_count, duplicate_count)
     select 'd1', $1, 'p1', gen_random_uuid(), n::text, 'OPEN', 'ERROR', 't', at, at, 1, 0
     from generate_series(1, 5000) as n, lateral (select now() - $2 * interval '1 min' - n * interval '1 ms' as at) as one`,
    [webhook.uuid, minutesAgo],
  );
  await pipeline.pool.query('analyze alert');
}

/** A connection, and a function that returns the number of alert rows read so far. */
async function countReads() {
  const pool = new IngestPool({ connectionString: pipeline.database.url, max: 1 });
  pool.on('error', () => undefined);
  const read = async () => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ read: string }>(
      `select sum(idx_tup_read) + (select seq_tup_read from pg_stat_user_tables where relname = 'alert') as read
       from pg_stat_user_indexes where relname = 'alert'`,
    );
    return Number(rows[0]?.read);
  };
  return { pool, read };
}

const close = () => new CloseAlerts(pipeline.pool, SYSTEM_CLOCK, pipeline.wakeUps).execute();

async function findAlerts({ uuid }: AdmittedWebhook) {
  const { rows } = await pipeline.pool.query(
    `select event_key, state, resolved_reason,
       (select open from alarm_state state
        where state.domain_id = alert.domain_id and state.alert_id = alert.alert_id) as open
     from alert where webhook_id = $1 order by event_key, opened_at`,
    [uuid],
  );
  return rows;
}

describe('stale alerts', () => {
  it('are resolved as STALE, and the next alarm opens a new alert', async () => {
    const webhook = await addWebhook();
    await addAlarm(webhook, 'old', 20);
    await addAlarm(webhook, 'young', 5);
    await close();
    expect(await findAlerts(webhook)).toEqual([
      { event_key: 'old', state: 'RESOLVED', resolved_reason: 'STALE', open: false },
      { event_key: 'young', state: 'OPEN', resolved_reason: null, open: true },
    ]);
    await addAlarm(webhook, 'old', 0);
    expect(await findAlerts(webhook)).toMatchObject([
      { event_key: 'old', state: 'RESOLVED' },
      { event_key: 'old', state: 'OPEN' },
      { event_key: 'young' },
    ]);
  });

  it('stay open while their heartbeat is missing', async () => {
    const webhook = await addWebhook();
    await new HeartbeatsUnderTest(pipeline).add(webhook, 'backup', {
      ...{ expect_every: '5m', grace: '1m', severity: 'ERROR' },
    });
    await addAlarm(webhook, 'backup', 20);
    await addAlarm(webhook, 'other', 20);
    const setState = (state: string) =>
      pipeline.pool.query(
        `update heartbeat set state = $2, alert_id = (
           select alert_id from alert where alert.webhook_id = $1 and event_key = 'backup')
         where webhook_id = $1`,
        [webhook.uuid, state],
      );
    await setState('MISSING');
    await close();
    expect(await findAlerts(webhook)).toMatchObject([{ state: 'OPEN' }, { state: 'RESOLVED' }]);
    await setState('ALIVE');
    await close();
    expect(await findAlerts(webhook)).toMatchObject([{ state: 'RESOLVED' }, { state: 'RESOLVED' }]);
  });

  it('get a resolved change marked as flapping while their event key flaps', async () => {
    const webhook = await addWebhook(false, { flap: { count: 2, window: 1800 } });
    const outage = [
      [25, 'ALERT'],
      [24, 'RECOVERY'],
      [20, 'ALERT'],
    ] as const;
    for (const [minutesAgo, event_type] of outage)
      await addAlarm(webhook, 'flaps', minutesAgo, true, { event_type });
    await addAlarm(webhook, 'calm', 20);
    await close();
    const { rows } = await pipeline.pool.query<{ event_key: string; flapping: boolean }>(
      `select event_key, flapping from alert_change join alert using (domain_id, alert_id)
       where alert.webhook_id = $1 and kind = 'resolved' and event_id is null order by event_key`,
      [webhook.uuid],
    );
    expect(rows).toEqual([
      { event_key: 'calm', flapping: false },
      { event_key: 'flaps', flapping: true },
    ]);
  });

  it('stay open if a newer alarm still waits to be processed', async () => {
    const webhook = await addWebhook();
    await addAlarm(webhook, 'disk', 18);
    await addAlarm(webhook, 'disk', 9, false);
    await close();
    expect(await findAlerts(webhook)).toMatchObject([{ state: 'OPEN' }]);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    await close();
    expect(await findAlerts(webhook)).toMatchObject([{ state: 'OPEN' }]);
  });

  it('are reopened or recovered by out-of-order alarms that are recent enough', async () => {
    const webhook = await addWebhook();
    await addAlarm(webhook, 'fires', 20);
    await addAlarm(webhook, 'ends', 20);
    await addAlarm(webhook, 'stale', 40);
    await close();
    const late = { late: true };
    await addAlarm(webhook, 'fires', 8, true, late);
    await addAlarm(webhook, 'ends', 8, true, { ...late, event_type: 'RECOVERY' });
    await addAlarm(webhook, 'stale', 30, true, late);
    await close();
    const is = { state: 'RESOLVED', open: false };
    expect(await findAlerts(webhook)).toEqual([
      { event_key: 'ends', ...is, resolved_reason: 'RECOVERY' },
      { event_key: 'fires', state: 'OPEN', resolved_reason: null, open: true },
      { event_key: 'stale', ...is, resolved_reason: 'STALE' },
    ]);
    await addAlarm(webhook, 'fires', 7, true, { ...late, event_type: 'RECOVERY' });
    expect((await findAlerts(webhook))[1]).toMatchObject({ state: 'RESOLVED', resolved_reason: 'RECOVERY' });
  });

  it('are reopened when the sender repeats the original alarm', async () => {
    const webhook = await addWebhook();
    const since = { occurred_at: new Date(Date.now() - 90 * MINUTE).toISOString() };
    await addAlarm(webhook, 'disk', 20, true, since);
    await close();
    expect(await findAlerts(webhook)).toMatchObject([{ resolved_reason: 'STALE' }]);
    await addAlarm(webhook, 'disk', 0, true, since);
    await close();
    expect(await findAlerts(webhook)).toEqual([
      { event_key: 'disk', state: 'OPEN', resolved_reason: null, open: true },
    ]);
    await addAlarm(webhook, 'disk', 0, true, { event_type: 'RECOVERY' });
    expect(await findAlerts(webhook)).toMatchObject([{ resolved_reason: 'RECOVERY', open: false }]);
  });

  // On a cluster all open alerts are read: it has no index across machines.
  itOnSingleServer('are found without reading the alerts that are not stale', async () => {
    await addOpenAlerts(await addWebhook(), 0);
    const { pool, read } = await countReads();
    const before = await read();
    expect(await new CloseAlerts(pool, SYSTEM_CLOCK, pipeline.wakeUps).findClosures(10)).toEqual([]);
    expect((await read()) - before).toBeLessThan(1_000);
    await pool.end();
  });

  itOnSingleServer('are closed in batches without reading the alerts closed before', async () => {
    const webhook = await addWebhook();
    await addOpenAlerts(webhook, 30);
    const { pool, read } = await countReads();
    const alerts = new CloseAlerts(pool, SYSTEM_CLOCK, pipeline.wakeUps);
    const [forgotten] = await alerts.findClosures(10);
    if (forgotten === undefined) throw new Error('nothing found');
    for (let n = 0; n < 4; n += 1) expect(await alerts.closeBatch(forgotten, 1_000)).toBe(1_000);
    await pool.query('vacuum alert');
    const before = await read();
    expect(await alerts.closeBatch(forgotten, 100)).toBe(100);
    expect((await read()) - before).toBeLessThan(1_000);
    await pool.end();
    await close();
    expect((await findAlerts(webhook)).filter(({ state }) => state === 'OPEN')).toEqual([]);
  });

  it('are closed consistently while workers process the webhook', async () => {
    const webhook = await addWebhook();
    for (let n = 0; n < 20; n += 1) await addAlarm(webhook, `key ${n}`, 30, false);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    for (let n = 0; n < 10; n += 1) await addAlarm(webhook, `key ${n}`, 0, false);
    await Promise.all([
      close(),
      pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid])),
      close(),
      close(),
    ]);
    // The worker skips a webhook while its alerts are being closed, and relies on the wake-up that follows.
    expect(pipeline.wakeUps.webhooks).toContain(webhook.uuid);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    await close();
    const alerts = await findAlerts(webhook);
    expect(alerts.filter(({ state }) => state === 'OPEN')).toHaveLength(10);
    // The state of an alert and the state used for correlation must agree.
    expect(alerts.every(({ state, open }) => open === null || open === (state === 'OPEN'))).toBe(true);
  });

  it('cause a wake-up after closing, for deliveries that a worker skipped meanwhile', async () => {
    const webhook = await addWebhook();
    await addAlarm(webhook, 'old', 30);
    await addAlarm(webhook, 'new', 0, false);
    const alerts = new CloseAlerts(pipeline.pool, SYSTEM_CLOCK, pipeline.wakeUps);
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow = Object.assign(Object.create(alerts) as CloseAlerts, {
      findClosures: () => alerts.findClosures(10),
      closeBatch: async () => {
        const client = await pipeline.pool.connect();
        await client.query('begin');
        await client.query('select from webhook_cursor where webhook_id = $1 and domain_id = $2 for update', [
          webhook.uuid,
          webhook.domain_id,
        ]);
        locked.resolve();
        await released.promise;
        await client.query('rollback');
        client.release();
        return 0;
      },
    });
    const closing = slow.execute();
    await locked.promise;
    pipeline.wakeUps.webhooks.length = 0;
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    expect(await findAlerts(webhook)).toMatchObject([{ event_key: 'old' }]);
    released.resolve();
    await closing;
    expect(pipeline.wakeUps.webhooks).toEqual([webhook.uuid]);
  });
});

describe('alerts of a webhook that was deleted', () => {
  it('are closed as WEBHOOK_DELETED after its pending deliveries are processed', async () => {
    const webhook = await addWebhook(true);
    await addAlarm(webhook, 'one', 0);
    await addAlarm(webhook, 'two', 0, false);
    await close();
    expect(await findAlerts(webhook)).toMatchObject([{ event_key: 'one', state: 'OPEN' }]);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    await close();
    expect(await findAlerts(webhook)).toMatchObject([
      { event_key: 'one', state: 'RESOLVED', resolved_reason: 'WEBHOOK_DELETED' },
      { event_key: 'two', state: 'RESOLVED', resolved_reason: 'WEBHOOK_DELETED' },
    ]);
  });
});
