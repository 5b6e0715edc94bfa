import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { PendingSegmentRow } from '../../intake/tables/segment-codec.js';
import { ProcessDeliveries } from '../application/process-deliveries.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { OutOfOrderSegments } from './read-pending.js';

const start = Date.now() - 600_000;
const at = (second: number) => new Date(start + second * 1000);

let pipeline: Pipeline;
let webhook: AdmittedWebhook;
beforeAll(async () => void (pipeline = await createPipeline()));
beforeEach(async () => {
  await pipeline.pool.query(`delete from spool_mark`);
  webhook = await pipeline.addWebhook('direct');
});
afterAll(() => pipeline.close());

const add = (second: number, event_type: 'ALERT' | 'RECOVERY', late = true) => {
  const body = posted({ event_key: 'db-1', event_type, title: `${event_type} ${second}` });
  return pipeline.addSegment(webhook, [{ ...body, received_at: at(second) }], { late });
};

/** @param heldFrom `null`: the spool is empty */
const mark = (spool: string, heldFrom: Date | null, secondsAgo = 0) =>
  pipeline.pool.query(
    `insert into spool_mark (spool, held_from, seen_at)
     values ($1, $2, clock_timestamp() - $3 * interval '1 s')
     on conflict (spool) do update set held_from = excluded.held_from, seen_at = excluded.seen_at`,
    [spool, heldFrom, secondsAgo],
  );

async function alerts() {
  const { rows } = await pipeline.pool.query<{ state: string; event_count: number }>(
    `select state, event_count from alert where webhook_id = $1 order by opened_at`,
    [webhook.uuid],
  );
  return rows.map(({ state, event_count }) => `${state} ${event_count}`);
}

it('keeps successive alerts separate if their alarms come from several spools', async () => {
  const worker = pipeline.newWorker();
  const work = () => worker.execute(new ProcessDeliveries([webhook.uuid]));
  await mark('one', null, 30);
  await mark('other', at(2), 30);
  for (const second of [1, 3, 5]) await add(second, 'ALERT');
  await work();
  // No spool has given a sign of life since.
  expect(await alerts()).toEqual([]);

  await mark('one', null);
  await mark('other', at(2));
  await work();
  expect(await alerts()).toEqual(['OPEN 1']);

  await add(2, 'RECOVERY');
  await mark('other', at(3.5));
  await work();
  expect(await alerts()).toEqual(['RESOLVED 2', 'OPEN 1']);

  await add(4, 'RECOVERY');
  await add(6, 'RECOVERY', false);
  await mark('other', null);
  await work();
  expect(await alerts()).toEqual(['RESOLVED 2', 'RESOLVED 2', 'RESOLVED 2']);
});

it('keeps successive alerts separate if segments overlap in time', async () => {
  const worker = pipeline.newWorker();
  const work = () => worker.execute(new ProcessDeliveries([webhook.uuid]));
  const addAll = (key: string, seconds: readonly number[]) =>
    pipeline.addSegment(
      webhook,
      seconds.map((second) => {
        const event_type = second % 2 === 1 ? 'ALERT' : 'RECOVERY';
        const body = posted({ event_key: key, event_type, title: `${event_type} ${second}` });
        return { ...body, received_at: at(second) };
      }),
      { late: true },
    );
  await mark('one', null, 30);
  // More than a batch, so that a batch ends within the overlap.
  for (let from = 1; from < 400; from += 8) {
    await addAll('db-1', [from, from + 2, from + 4, from + 6]);
    await addAll('db-1', [from + 1, from + 3, from + 5, from + 7]);
  }
  await work();
  await mark('one', null);
  await work();
  await expect.poll(alerts).toHaveLength(200);
  expect(new Set(await alerts())).toEqual(new Set(['RESOLVED 2']));
});

it('holds back a late segment that overlaps the contents of another spool', async () => {
  const worker = pipeline.newWorker();
  const work = () => worker.execute(new ProcessDeliveries([webhook.uuid]));
  await mark('one', null, 30);
  await mark('other', at(2), 30);
  const alerting = [1, 3].map((second) => ({
    ...posted({ event_key: 'db-1', event_type: 'ALERT', title: `ALERT ${second}` }),
    received_at: at(second),
  }));
  await pipeline.addSegment(webhook, alerting, { late: true });
  await work();
  await mark('one', null);
  await mark('other', at(2));
  await work();
  expect(await alerts()).toEqual([]);
  await add(2, 'RECOVERY');
  await mark('other', null);
  await work();
  expect(await alerts()).toEqual(['RESOLVED 2', 'OPEN 1']);
});

it('stops waiting for a silent spool after five seconds', { timeout: 30_000 }, async () => {
  const worker = pipeline.newWorker();
  const work = () => worker.execute(new ProcessDeliveries([webhook.uuid]));
  await mark('gone', at(0), 30);
  await add(1, 'ALERT');
  await work();
  expect(await alerts()).toEqual([]);
  await expect
    .poll(
      async () => {
        await work();
        return alerts();
      },
      { timeout: 15_000, interval: 500 },
    )
    .toEqual(['OPEN 1']);
});

it('holds back late segments for a spool, but not segments in order', async () => {
  await mark('other', at(0));
  await add(1, 'ALERT', false);
  const held = webhook;
  webhook = await pipeline.addWebhook('direct');
  await add(1, 'ALERT');
  const late = webhook;
  await pipeline.newWorker().execute(new ProcessDeliveries([held.uuid, late.uuid]));
  expect(await alerts()).toEqual([]);
  webhook = held;
  expect(await alerts()).toEqual(['OPEN 1']);
});

it('ignores spool marks from a time when the database clock was ahead', async () => {
  const weeks = 45 * 86_400_000;
  let ahead = weeks;
  const query = async (statement: QueryConfig) => {
    const found = await pipeline.pool.query<{ now: Date }>(statement);
    return { rows: found.rows.map((row) => ({ ...row, now: new Date(row.now.getTime() + ahead) })) };
  };
  const order = new OutOfOrderSegments({ query } as unknown as Pool, async () => 1n);
  const late = [{ late: true, seq: '1' } as PendingSegmentRow];
  const limit = async () =>
    (await order.findLimits([webhook], new Map([[webhook.uuid, late]]))).until.get(webhook.uuid);
  await mark('one', null);
  expect(await limit()).toBe(Number.NEGATIVE_INFINITY);
  ahead = 0;
  // From here on the clock is right, and new marks count.
  await limit();
  await mark('one', at(5));
  expect(await limit()).toBe(at(5).getTime());
  // A mark made by the wrong clock, of a process that ended before it could make another.
  await mark('one', at(5), -weeks / 1000);
  expect(await limit()).toBe(Number.POSITIVE_INFINITY);
});
