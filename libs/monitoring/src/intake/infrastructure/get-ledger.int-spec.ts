import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { createPipeline, direct, posted, type Pipeline } from '../../../test/pipeline.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import { GetLedger, type Ledger } from '../application/get-ledger.js';
import { FoldLedger } from '../../maintenance/infrastructure/fold-deltas.js';
import { GetLedgerHandler } from './get-ledger.handler.js';

let pipeline: Pipeline;
let pool: QueryPool;
beforeAll(async () => {
  pipeline = await createPipeline();
  pool = new QueryPool({ connectionString: pipeline.database.url, max: 1 });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await pipeline.close();
});

const ledger = (): Promise<Ledger> => new GetLedgerHandler(pool).execute(new GetLedger(2));

it('returns accepted deliveries and their outcomes before and after processing and folding', async () => {
  expect(await ledger()).toEqual({ results: [], losses: [], balanced: true });
  const webhook = await pipeline.addWebhook('direct');
  const at = '2026-11-20T10:00:00Z';
  await Promise.all([
    pipeline.log.append(webhook, direct('disk', 'ALERT', at)),
    pipeline.log.append(webhook, direct('disk', 'ALERT', at)),
    pipeline.log.append(webhook, posted({ no: 'alarm' })),
  ]);
  const day = new Date().toISOString().slice(0, 10);
  const none = {
    parsed: 0,
    created: 0,
    duplicate: 0,
    ignored: 0,
    quarantined: 0,
    heartbeat: 0,
    acknowledged: 0,
  };
  expect((await ledger()).results).toEqual([
    {
      day,
      deliveries: { accepted: 3, processed: 0, quarantined: 0, pending: 3, lost: 0, kept: 0 },
      alarms: none,
      balanced: true,
    },
  ]);

  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  const processed = {
    day,
    deliveries: { accepted: 3, processed: 2, quarantined: 1, pending: 0, lost: 0, kept: 0 },
    alarms: { ...none, parsed: 3, created: 1, duplicate: 1, quarantined: 1 },
    balanced: true,
  };
  expect((await ledger()).results).toEqual([processed]);
  expect(await new FoldLedger(pipeline.pool).fold(100)).toBeGreaterThan(1);
  expect((await ledger()).results).toEqual([processed]);
});

const OUTCOMES = ['processed', 'quarantined', 'parsed', 'created', 'duplicate', 'ignored', 'refused'];
it.each(OUTCOMES)('is not balanced while the count of %s outcomes is changed by hand', async (name) => {
  const change = (by: number) => pipeline.pool.query(`update ledger set ${name} = ${name} + ${by}`);
  expect(await ledger()).toMatchObject({ balanced: true, results: [{ balanced: true }] });
  for (const by of [1, -1]) {
    await change(by);
    expect(await ledger()).toMatchObject({ balanced: false, results: [{ balanced: false }] });
    await change(-by);
  }
  expect(await ledger()).toMatchObject({ balanced: true, results: [{ balanced: true }] });
});

it('is not balanced after a delivery was deleted', async () => {
  const webhook = await pipeline.addWebhook('direct');
  await pipeline.log.append(webhook, direct('cpu', 'ALERT', '2026-11-20T10:00:00Z'));
  await pipeline.pool.query(`delete from delivery_segment where webhook_id = $1`, [webhook.uuid]);
  expect(await ledger()).toMatchObject({ balanced: false, results: [{ balanced: false }] });
});
