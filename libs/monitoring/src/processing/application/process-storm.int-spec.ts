import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPipeline, direct, type Pipeline } from '../../../test/pipeline.js';
import { FindBacklog } from './find-backlog.js';
import { FindBacklogHandler } from '../infrastructure/find-backlog.handler.js';
import { ProcessDeliveries } from './process-deliveries.js';

const STORM_MS = 3_000;
const WEBHOOKS = 20;
const SEGMENTS = 30;
/** Webhooks per sweep. */
const ALL = 500;

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

/** Repeatedly ends every connection to the database except its own. */
async function storm(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let ended = 0;
  for (const end = performance.now() + STORM_MS; performance.now() < end; await sleep(15)) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    ended += rowCount ?? 0;
  }
  await client.end();
  return ended;
}

it('postpones no webhook while database connections are terminated repeatedly', async () => {
  vi.spyOn(Logger.prototype, 'error').mockReturnValue();
  vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const webhooks = await Promise.all(Array.from({ length: WEBHOOKS }, () => pipeline.addWebhook('direct')));
  const old = { received_at: new Date(Date.now() - 60_000) };
  for (const webhook of webhooks)
    for (let n = 0; n < SEGMENTS; n += 1)
      await pipeline.addSegment(webhook, [{ ...direct(`k${n}`, 'ALERT', '2026-11-20T10:00:00Z'), ...old }]);
  const uuids = webhooks.map(({ uuid }) => uuid);
  const worker = pipeline.newWorker();
  const over = new AbortController();
  const sweep = async () => {
    while (!over.signal.aborted) {
      await worker.execute(new ProcessDeliveries(uuids)).catch(() => undefined);
      await sleep(5);
    }
  };
  const working = sweep();
  const ended = await storm(pipeline.database.url);
  over.abort();
  await working;
  expect(ended).toBeGreaterThan(WEBHOOKS);

  const { rows } = await pipeline.pool.query(
    `select attempts, next_attempt_at from webhook_cursor where attempts > 0 or next_attempt_at > clock_timestamp()`,
  );
  expect(rows).toEqual([]);
  const { webhook_uuids } = await new FindBacklogHandler(pipeline.pool).execute(new FindBacklog(ALL));
  await worker.execute(new ProcessDeliveries(webhook_uuids));
  const { rowCount } = await pipeline.pool.query(`select from event`);
  expect(rowCount).toBe(WEBHOOKS * SEGMENTS);
});
