import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ensurePartitions } from '../../persistence/partitions.js';
import { changeHeartbeat } from '../tables/heartbeat-rows.js';
import { createHeartbeatDelivery } from '../domain/heartbeat-delivery.js';
import { computeDueTime, type HeartbeatTerms } from '../../webhooks/domain/heartbeat-terms.js';

const DAILY: HeartbeatTerms = {
  expect_every: null,
  schedule: '30 2 * * *',
  timezone: 'Europe/Berlin',
  grace: '1h',
  severity: 'ERROR',
};
const HOUR_MS = 3_600_000;

let pipeline: Pipeline;
let subject: HeartbeatsUnderTest;

beforeAll(async () => {
  pipeline = await createPipeline();
  subject = new HeartbeatsUnderTest(pipeline);
});
afterAll(() => pipeline.close());

/** Deliveries have been accepted without a gap for a year, as far as the database knows. */
beforeEach(async () => {
  await subject.sql('delete from heartbeat');
  await subject.sql(
    `update heartbeat_watch set accepting_since = now() - interval '1 year', accepting_at = now(),
       applied_since = now() - interval '1 year'`,
  );
});

async function addHeartbeat(terms: Partial<HeartbeatTerms> = {}): Promise<AdmittedWebhook> {
  const webhook = await pipeline.addWebhook('direct');
  await subject.add(webhook, 'backup', { ...DAILY, ...terms });
  return webhook;
}

async function pingAt(webhook: AdmittedWebhook, at: string): Promise<void> {
  const ping = createHeartbeatDelivery({ kind: 'ping', name: 'backup' });
  await ensurePartitions(pipeline.pool, ['delivery_segment', 'event'], new Date(at));
  await pipeline.addSegment(webhook, [{ ...ping, received_at: new Date(at) }]);
  await subject.process(webhook);
}

/** Judges as if deliveries had been accepted until `at`, and returns the open alerts. */
async function judgeAt(webhook: AdmittedWebhook, at: string): Promise<readonly string[]> {
  await subject.sql(`update heartbeat_watch set accepting_at = $1`, [at]);
  await subject.judge.execute();
  await subject.process(webhook);
  const alerts = await subject.alertsOf(webhook);
  return alerts.filter(({ state }) => state === 'OPEN').map(({ title }) => title);
}

const dueTimeOf = async (webhook: AdmittedWebhook) => (await subject.of(webhook))[0]?.due_at ?? null;
const MISSING = ['Heartbeat backup is missing'];

describe.each([
  [
    'does not exist in Berlin',
    DAILY.timezone,
    '30 2 * * *',
    '2026-03-28T01:31Z',
    '2026-03-29T01:00Z',
    '2026-03-30T00:30Z',
  ],
  [
    'exists twice in Berlin',
    DAILY.timezone,
    '30 2 * * *',
    '2025-10-25T00:31Z',
    '2025-10-26T00:30Z',
    '2025-10-27T01:30Z',
  ],
  [
    'does not exist in New York',
    'America/New_York',
    '30 2 * * *',
    '2026-03-07T07:31Z',
    '2026-03-08T07:00Z',
    '2026-03-09T06:30Z',
  ],
  [
    'exists twice in New York',
    'America/New_York',
    '30 1 * * *',
    '2026-10-31T05:31Z',
    '2026-11-01T05:30Z',
    '2026-11-02T06:30Z',
  ],
])('a scheduled time that %s', (_, timezone, schedule, before, expected, following) => {
  const after = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

  it('is missing when its grace is over, and not before', async () => {
    await subject.sql(
      `update heartbeat_watch set accepting_since = '2025-01-01', applied_since = '2025-01-01'`,
    );
    const webhook = await addHeartbeat({ timezone, schedule });
    await pingAt(webhook, before);
    expect(await judgeAt(webhook, after(expected, HOUR_MS - 1))).toEqual([]);
    expect(await judgeAt(webhook, after(expected, HOUR_MS))).toEqual(MISSING);
    await pingAt(webhook, new Date().toISOString());
    expect(await subject.alertsOf(webhook)).toMatchObject([{ state: 'RESOLVED' }]);
  });

  it.each([0, 5_000, HOUR_MS - 1])('is met by a ping %d ms later; the next day is not', async (late) => {
    await subject.sql(
      `update heartbeat_watch set accepting_since = '2025-01-01', applied_since = '2025-01-01'`,
    );
    const webhook = await addHeartbeat({ timezone, schedule });
    await pingAt(webhook, before);
    await pingAt(webhook, after(expected, late));
    expect(await judgeAt(webhook, after(following, HOUR_MS - 1))).toEqual([]);
    expect(await judgeAt(webhook, after(following, HOUR_MS))).toEqual(MISSING);
  });
});

it('an early ping does not meet the scheduled time after it', async () => {
  const webhook = await addHeartbeat();
  await pingAt(webhook, '2026-11-20T01:29:59Z');
  expect(await judgeAt(webhook, '2026-11-20T02:29:59Z')).toEqual([]);
  expect(await judgeAt(webhook, '2026-11-20T02:30:00Z')).toEqual(MISSING);
});

it('the alert names the time at which the ping was expected', async () => {
  const webhook = await addHeartbeat();
  await pingAt(webhook, '2026-11-20T01:31:00Z');
  await judgeAt(webhook, '2026-11-21T02:30:00Z');
  const [alert] = await subject.sql<{ description: string }>(
    `select description from event where webhook_id = $1`,
    [webhook.uuid],
  );
  expect(alert?.description).toBe(
    'The last ping came at 2026-11-20T01:31:00.000Z; one was expected at 2026-11-21T01:30:00.000Z by the schedule ' +
      '30 2 * * * in Europe/Berlin, with a grace of 1h.',
  );
});

describe('the judgement of a scheduled heartbeat', () => {
  const idOf = async ({ uuid }: AdmittedWebhook) => {
    const [row] = await subject.sql<{ heartbeat_id: string }>(
      'select heartbeat_id from heartbeat where webhook_id = $1',
      [uuid],
    );
    return row?.heartbeat_id ?? '';
  };
  const change = async (webhook: AdmittedWebhook, from: HeartbeatTerms, to: HeartbeatTerms) =>
    changeHeartbeat(pipeline.pool, { ...from, heartbeat_id: await idOf(webhook) }, to);

  it('moves with the grace, and counts a new schedule from its change', async () => {
    const webhook = await addHeartbeat();
    const now = Date.now();
    await pingAt(webhook, new Date(now - 40 * HOUR_MS).toISOString());
    const due = computeDueTime(DAILY, new Date(now - 40 * HOUR_MS));
    expect(await dueTimeOf(webhook)).toEqual(due);
    await change(webhook, DAILY, { ...DAILY, grace: '3h' });
    expect(await dueTimeOf(webhook)).toEqual(new Date(due.getTime() + 2 * HOUR_MS));
    const hourly = { ...DAILY, schedule: '7 * * * *' };
    await change(webhook, { ...DAILY, grace: '3h' }, hourly);
    expect(await dueTimeOf(webhook)).toEqual(computeDueTime(hourly, new Date()));
  });

  it('is replaced by that of an interval, and the other way', async () => {
    const webhook = await addHeartbeat();
    const ping = new Date(Date.now() - 60_000);
    await pingAt(webhook, ping.toISOString());
    const interval = { ...DAILY, expect_every: '5m', schedule: null, timezone: null };
    await change(webhook, DAILY, interval);
    expect(await dueTimeOf(webhook)).toEqual(new Date(ping.getTime() + 300_000 + HOUR_MS));
    await change(webhook, interval, DAILY);
    expect(await dueTimeOf(webhook)).toEqual(computeDueTime(DAILY, new Date()));
  });

  it('waits for the next scheduled time after a gap in accepting, and after a backlog', async () => {
    const webhook = await addHeartbeat({ schedule: '*/30 * * * *', grace: '0s' });
    const terms = { ...DAILY, schedule: '*/30 * * * *', grace: '0s' };
    await pingAt(webhook, new Date(Date.now() - 2_000_000).toISOString());
    await subject.sql(`update heartbeat_watch set accepting_since = now(), accepted_from = now() - interval '1 day',
      accepted_until = now() - interval '33 min', accepting_at = now()`);
    await subject.judge.execute();
    expect(await dueTimeOf(webhook)).toEqual(computeDueTime(terms, new Date()));
    await subject.sql(`update heartbeat set due_at = now() - interval '1 s'`);
    const received_at = new Date(Date.now() - 120_000);
    await pipeline.addSegment(webhook, [{ ...posted({ no: 'alarm' }), received_at }]);
    await subject.judge.execute();
    expect(await dueTimeOf(webhook)).toEqual(computeDueTime(terms, new Date()));
    expect(await subject.alertsOf(webhook)).toEqual([]);
  });

  it('is at once if it was silent for twice the time to its next ping, while pings were accepted', async () => {
    const webhook = await addHeartbeat();
    await pingAt(webhook, new Date(Date.now() - 60 * HOUR_MS).toISOString());
    await subject.sql(`update heartbeat_watch set accepting_since = now(), accepted_from = now() - interval '60 h',
      accepted_until = now() - interval '1 min', accepting_at = now()`);
    await subject.judge.execute();
    expect((await dueTimeOf(webhook))?.getTime()).toBeLessThanOrEqual(Date.now());
  });
});
