import { afterAll, beforeAll, expect, it } from 'vitest';
import { SystemClock } from '#shared/kernel/clock.js';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { createRetentionClock } from '#test/retention-clock.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { PERIODS } from '../../../test/retention.js';
import { ProcessingCounters } from '../../processing/application/processing-counters.js';
import { ArrivalClock } from '../../intake/infrastructure/delivery-log/arrival-clock.js';
import { newSegmentId } from '../../intake/tables/segment-codec.js';
import { PostgresQuarantine } from '../../intake/infrastructure/postgres-quarantine.js';
import { ensurePartitions } from '../../persistence/partitions.js';
import { Retention } from './retention.js';

const DAY = 86_400_000;

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

/** Runs the retention as of so many days from now. */
async function enforceAfterDays(days: number): Promise<void> {
  const clock = createRetentionClock(() => Date.now() + days * DAY);
  const database = new DirectDatabase(pipeline.database.url);
  await new Retention(database, clock, PERIODS, new ProcessingCounters()).enforce(true);
}

it('subtracts dropped unreadable bodies from the tally of kept ones', async () => {
  await ensurePartitions(pipeline.pool, ['quarantine'], new Date());
  const webhook = await pipeline.addWebhook('direct');
  const quarantine = new PostgresQuarantine(
    pipeline.pool,
    new ArrivalClock(pipeline.pool, new SystemClock()),
  );
  for (let n = 0; n < 3; n += 1) await quarantine.storeUnreadable(webhook, posted('no json'), 'no json');
  const tally = async () => {
    const { rows } = await pipeline.pool.query(
      `select seen::int, kept from unreadable_tally where webhook_id = $1`,
      [webhook.uuid],
    );
    return rows[0];
  };
  await enforceAfterDays(1);
  expect(await tally()).toEqual({ seen: 3, kept: 3 });
  await enforceAfterDays(40);
  expect(await tally()).toEqual({ seen: 3, kept: 0 });
});

it('recalculates the quarantine size of each webhook', async () => {
  await ensurePartitions(pipeline.pool, ['quarantine'], new Date());
  const [one, other] = [await pipeline.addWebhook('direct'), await pipeline.addWebhook('direct')];
  await pipeline.pool.query('update webhook_cursor set quarantine_bytes = 7');
  await pipeline.pool.query(
    `insert into quarantine (domain_id, webhook_id, project_id, delivery_id, reason, payload, received_at, status)
     select $1, $2, 'p', $3, 'r', repeat('x', 100)::bytea, now(), 'QUARANTINED'`,
    [one.domain_id, one.uuid, newSegmentId(new Date())],
  );
  const bytes = async () => {
    const { rows } = await pipeline.pool.query<{ bytes: number }>(
      `select quarantine_bytes::int as bytes from webhook_cursor
       where webhook_id = any ($1) order by array_position($1, webhook_id)`,
      [[one.uuid, other.uuid]],
    );
    return rows.map(({ bytes: each }) => each);
  };
  await enforceAfterDays(1);
  expect(await bytes()).toEqual([100, 0]);
  await enforceAfterDays(40);
  expect(await bytes()).toEqual([0, 0]);
});
