import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { createRetentionClock } from '#test/retention-clock.js';
import { createPipeline, direct, posted, type Pipeline } from '../../../test/pipeline.js';
import { PERIODS } from '../../../test/retention.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { ProcessingCounters } from '../../processing/application/processing-counters.js';
import { decodeSegment } from '../../intake/tables/segment-codec.js';
import { ensurePartitions } from '../../persistence/partitions.js';
import { Retention } from './retention.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const REASON = 'its webhook is gone';
const AT = new Date().toISOString();

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

let time: number;
let counters: ProcessingCounters;
let retention: Retention;
beforeEach(() => {
  time = Date.now();
  counters = new ProcessingCounters();
  const clock = createRetentionClock(() => time);
  retention = new Retention(new DirectDatabase(pipeline.database.url), clock, PERIODS, counters);
});

const rowsOf = async (text: string, ...values: unknown[]) => (await pipeline.pool.query(text, values)).rows;
const process = ({ uuid }: AdmittedWebhook) => pipeline.newWorker().execute(new ProcessDeliveries([uuid]));
const alert = (key: string) => direct(key, 'ALERT', AT);

async function enforceAfter(milliseconds: number): Promise<void> {
  time += milliseconds;
  await retention.enforce(true);
}

/** Deletes rows of a webhook, as if a restore had left these tables out. */
async function deleteRows({ uuid, domain_id }: AdmittedWebhook, ...tables: string[]): Promise<void> {
  for (const table of tables)
    await pipeline.pool.query(`delete from ${table} where webhook_id = $1 and domain_id = $2`, [
      uuid,
      domain_id,
    ]);
}

const countPending = async ({ uuid }: AdmittedWebhook) =>
  (await rowsOf('select from delivery_segment where webhook_id = $1 and processed_at is null', uuid)).length;

const quarantineOf = ({ uuid }: AdmittedWebhook) =>
  rowsOf(
    'select project_id, status, reason, payload from quarantine where webhook_id = $1 order by delivery_id',
    uuid,
  );

const ledger = async () =>
  (
    await rowsOf(
      `select sum(accepted)::int as accepted, sum(processed)::int as processed, sum(quarantined)::int as quarantined
       from (
         select accepted, processed, quarantined from ledger
         union all select accepted, processed, quarantined from ledger_delta
       ) as counted`,
    )
  )[0];

describe('pending deliveries of a webhook that no longer exists', () => {
  it('are quarantined with their bodies after an hour, and the alerts are closed', async () => {
    const [gone, there] = [await pipeline.addWebhook('direct'), await pipeline.addWebhook('direct')];
    for (const webhook of [gone, there]) {
      await pipeline.log.append(webhook, alert('open'));
      await process(webhook);
      await pipeline.log.append(webhook, alert('waits'));
      await Promise.all([1, 2, 3].map((n) => pipeline.log.append(webhook, alert(`waits ${n}`))));
    }
    await deleteRows(gone, 'webhook');
    await enforceAfter(0);
    await enforceAfter(30 * MINUTE);
    expect(await countPending(gone)).toBeGreaterThan(0);
    expect(await quarantineOf(gone)).toEqual([]);

    await enforceAfter(30 * MINUTE);
    expect([await countPending(gone), await countPending(there)]).toEqual([0, expect.any(Number)]);
    expect(await countPending(there)).toBeGreaterThan(0);
    const kept = await quarantineOf(gone);
    expect(kept).toHaveLength(4);
    expect(kept[0]).toMatchObject({ project_id: 'p1', status: 'QUARANTINED', reason: REASON });
    const bodies = kept.flatMap(({ payload }) => decodeSegment(payload).map(({ body }) => body.toString()));
    expect(bodies).toContain(String(alert('waits').body));
    expect(
      await rowsOf(
        `select state, resolved_reason, (select open from alarm_state where alarm_state.alert_id = alert.alert_id
           and alarm_state.domain_id = alert.domain_id) as open
         from alert where webhook_id = $1`,
        gone.uuid,
      ),
    ).toEqual([{ state: 'RESOLVED', resolved_reason: 'WEBHOOK_DELETED', open: false }]);
    expect(await rowsOf('select state from alert where webhook_id = $1', there.uuid)).toEqual([
      { state: 'OPEN' },
    ]);
    expect(counters.orphans).toBe(4);
    expect(await rowsOf('select from webhook_cursor where webhook_id = $1', gone.uuid)).toEqual([]);
    await process(there);
    expect(await ledger()).toEqual({ accepted: 10, processed: 6, quarantined: 4 });
  });

  it('are all quarantined, also without a cursor, if damaged, or older than the quarantine', async () => {
    const gone = await pipeline.addWebhook('direct');
    for (let n = 0; n < 120; n += 1)
      await pipeline.addSegment(gone, [{ ...alert(`${n}`), received_at: new Date() }]);
    const received_at = new Date(Date.now() - 40 * 24 * HOUR);
    await ensurePartitions(pipeline.pool, ['delivery_segment'], received_at);
    await pipeline.addSegment(gone, [{ ...posted('{}'), received_at }], { payload: Buffer.from('damaged') });
    await deleteRows(gone, 'webhook', 'webhook_cursor');
    await enforceAfter(0);
    await enforceAfter(HOUR);
    expect(await countPending(gone)).toBe(0);
    const kept = await quarantineOf(gone);
    expect(kept).toHaveLength(121);
    expect(new Set(kept.map(({ project_id }) => project_id))).toEqual(new Set(['unknown']));
    expect(decodeSegment(kept[0]?.payload)[0]?.body.toString()).toBe('damaged');
    expect(counters.orphans).toBe(121);
  });

  it('stay pending if the webhook is restored in time', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await pipeline.log.append(webhook, alert('waits'));
    const [row] = await rowsOf(
      'select to_jsonb(webhook) as row from webhook where webhook_id = $1',
      webhook.uuid,
    );
    const restore = () =>
      pipeline.pool.query('insert into webhook select * from jsonb_populate_record(null::webhook, $1)', [
        row?.row,
      ]);
    await deleteRows(webhook, 'webhook');
    await enforceAfter(0);
    await restore();
    await enforceAfter(HOUR);
    await deleteRows(webhook, 'webhook');
    await enforceAfter(HOUR);
    expect(await countPending(webhook)).toBe(1);
    await restore();
    await process(webhook);
    expect(await rowsOf('select event_key from event where webhook_id = $1', webhook.uuid)).toEqual([
      { event_key: 'waits' },
    ]);
  });
});

it('creates the missing cursor of a webhook, which is then processed', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.log.append(webhook, alert('waits'));
  await deleteRows(webhook, 'webhook_cursor');
  await process(webhook);
  expect(await countPending(webhook)).toBe(1);
  // Not even read, so that no plugin parses it in vain.
  expect((await pipeline.processing.readPending([webhook])).segments.size).toBe(0);
  await enforceAfter(0);
  await process(webhook);
  expect(await countPending(webhook)).toBe(0);
});
