import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ProcessDeliveries } from '../application/process-deliveries.js';
import { FIND_DUE, OpenHeldAlerts } from './open-held-alerts.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const now = Date.now();
/** @param minutes ago */
const ago = (minutes: number) => new Date(now - minutes * MINUTE);

let pipeline: Pipeline;
let webhook: AdmittedWebhook;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());
beforeEach(async () => void (webhook = await pipeline.addWebhook('direct')));

const START = ago(60).toISOString();
const firing = { event_key: 'disk', title: 'Disk', occurred_at: START, occurred_at_is: 'start', size: 'N' };
const recovery = { event_key: 'disk', event_type: 'RECOVERY', occurred_at: ago(20).toISOString() };

async function add(received_at: Date, event: object, { process = true, late = false } = {}) {
  // A number that a double cannot hold.
  const body = JSON.stringify(event).replace('"N"', '12345678901234567890');
  await pipeline.addSegment(webhook, [{ ...posted(body), received_at }], { late });
  if (process) await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
}

async function addHeld(minutesAgo: number): Promise<void> {
  await add(ago(30), firing);
  await add(ago(minutesAgo), recovery);
  await add(new Date(ago(minutesAgo).getTime() + SECOND), {
    ...firing,
    title: 'Disk again',
    severity: 'ERROR',
  });
}

const newSweep = () => new OpenHeldAlerts(pipeline.pool, pipeline.directory, pipeline.wakeUps);

async function rowsOf<Row extends object>(text: string): Promise<readonly Row[]> {
  return (await pipeline.pool.query<Row>(text, [webhook.uuid])).rows;
}
const states = async () =>
  (await rowsOf<{ state: string }>('select state from alert where webhook_id = $1 order by opened_at')).map(
    ({ state }) => state,
  );

it('opens the alert of a firing that was held while the clock was ahead', async () => {
  await addHeld(1);
  await newSweep().execute();
  expect(await states()).toEqual(['RESOLVED']);
  await pipeline.pool.query(
    `update alarm_state set held_until = held_until + interval '45 days' where webhook_id = $1`,
    [webhook.uuid],
  );
  await newSweep().execute();
  expect(await states()).toEqual(['RESOLVED', 'OPEN']);
});

it('opens the alert of a held firing once, as an event with all of its digits, whoever looks', async () => {
  await addHeld(7);
  expect(await states()).toEqual(['RESOLVED']);
  await Promise.all([newSweep().execute(), newSweep().execute(), newSweep().execute()]);
  await newSweep().execute();
  expect(await states()).toEqual(['RESOLVED', 'OPEN']);
  const events = await rowsOf<{ title: string; severity: string; size: string; delivery_id: string }>(
    `select title, severity, raw_data ->> 'size' as size, delivery_id from event
     where webhook_id = $1 order by created_at`,
  );
  expect(events).toHaveLength(3);
  expect(events[2]).toMatchObject({ title: 'Disk again', severity: 'ERROR', size: '12345678901234567890' });
  expect(
    await rowsOf(
      `select kind, alert.state, event_id is not null as "hasEvent" from alert_change
       join alert using (domain_id, alert_id)
       where alert.webhook_id = $1 and alert.state = 'OPEN'`,
    ),
  ).toEqual([{ kind: 'opened', state: 'OPEN', hasEvent: true }]);
  expect(await rowsOf('select held, held_until from alarm_state where webhook_id = $1')).toEqual([
    { held: null, held_until: null },
  ]);
  // A recovery with the end that is known does not close it, one with another end does.
  await add(ago(0), recovery);
  expect(await states()).toEqual(['RESOLVED', 'OPEN']);
  await add(ago(0), { ...recovery, occurred_at: ago(0.1).toISOString() });
  expect(await states()).toEqual(['RESOLVED', 'RESOLVED']);
});

it('opens the alerts of other webhooks when the secrets of one cannot be read', async () => {
  await addHeld(7);
  const unreadable = webhook;
  webhook = await pipeline.addWebhook('direct', 'd2');
  await addHeld(7);
  const load = pipeline.directory.load.bind(pipeline.directory);
  const spy = vi.spyOn(pipeline.directory, 'load').mockImplementation(async (uuids) => {
    if (uuids.includes(unreadable.uuid)) throw new Error('The secrets of this webhook cannot be read');
    return load(uuids);
  });
  try {
    await newSweep().execute();
    expect(await states()).toEqual(['RESOLVED', 'OPEN']);
  } finally {
    spy.mockRestore();
  }
});

it('opens nothing before it is due, or after the webhook was deleted', async () => {
  await addHeld(5);
  await newSweep().execute();
  expect(await states()).toEqual(['RESOLVED']);
  await pipeline.pool.query(
    `update alarm_state set held_until = now() - interval '1 ms' where webhook_id = $1`,
    [webhook.uuid],
  );
  await pipeline.pool.query(`update webhook set deleted_at = now() where webhook_id = $1`, [webhook.uuid]);
  await newSweep().execute();
  expect(await states()).toEqual(['RESOLVED']);
});

it('waits for what arrived before it was due', async () => {
  await addHeld(7);
  await add(ago(2), recovery, { process: false });
  await newSweep().execute();
  expect(await states()).toEqual(['RESOLVED']);
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  await newSweep().execute();
  expect(await states()).toEqual(['RESOLVED']);
});

it('does not wait for what arrived later', async () => {
  await addHeld(9);
  await add(ago(1), { ...firing, event_key: 'cpu' }, { process: false });
  await newSweep().execute();
  expect(await states()).toEqual(['RESOLVED', 'OPEN']);
});

it('closes again by a late recovery that arrived while the firing was held', async () => {
  await addHeld(7);
  await newSweep().execute();
  await add(ago(2), recovery, { late: true });
  expect(await states()).toEqual(['RESOLVED', 'RESOLVED']);
});

it('holds nothing for a state that the previous release has written since', async () => {
  await addHeld(7);
  await pipeline.pool.query(
    `update alarm_state set repeats = substring(repeats from 1 for octet_length(repeats) / 2) where webhook_id = $1`,
    [webhook.uuid],
  );
  await newSweep().execute();
  expect(await states()).toEqual(['RESOLVED']);
  expect(await rowsOf('select held_until from alarm_state where webhook_id = $1')).toEqual([
    { held_until: null },
  ]);
});

it('finds due firings by their index', async () => {
  const client = await pipeline.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${FIND_DUE}`, [webhook.uuid, 9]);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('alarm_state_held');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
