import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { until } from '#test/client.js';
import { createAlarmSource } from '../../../test/alarm-source.js';
import { createPipeline, type Pipeline } from '../../../test/pipeline.js';
import { FeedHorizon } from '../../feed/feed-horizon.js';
import { PostgresAlertFeed } from './postgres-alert-feed.js';

const KEYS = Array.from({ length: 150 }, (_, n) => `key ${n}`);

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

it('reads each page with at most two statements, and passes a storm of another domain in one page', async () => {
  const [ours, theirs] = [await createAlarmSource(pipeline), await createAlarmSource(pipeline, 'd2')];
  const horizon = new FeedHorizon(pipeline.pool);
  const begin = await horizon.read();
  await theirs.send(KEYS);
  await ours.send(KEYS);
  const STORM = Array.from({ length: 2_000 }, (_, n) => `storm ${n}`);
  await theirs.send(STORM);
  await ours.send(KEYS, { event_type: 'RECOVERY' });

  const { pool } = pipeline;
  const query = pool.query.bind(pool);
  let asked = 0;
  pool.query = ((...args: Parameters<typeof query>) => {
    asked += 1;
    return query(...args);
  }) as unknown as typeof pool.query;
  const feed = new PostgresAlertFeed(pool);
  const { rows } = await query<{ xid: string }>(`select max(xid)::text as xid from alert_change`);
  // Transactions of other tests on the same server may delay the horizon.
  const end = await until(
    () => horizon.read(),
    ({ xid }) => BigInt(xid) > BigInt(rows[0]?.xid ?? 0),
  );
  // Queried once per pool, so not counted below.
  await isDistributed(pool);
  asked = 0;
  const kinds = new Map<string, string[]>();
  let pages = 0;
  for (let at: typeof begin | undefined = begin; at !== undefined; pages += 1) {
    const { items, next } = await feed.read(at, end, ['d1']);
    for (const { id, type = '', domain_id } of items) {
      expect(domain_id).toBe('d1');
      kinds.set(id, [...(kinds.get(id) ?? []), type]);
    }
    at = next && { ...next, end: end.end };
  }
  pool.query = query;
  expect([pages, kinds.size]).toEqual([2, 150]);
  expect(asked).toBeLessThanOrEqual(2 * pages);
  expect([...new Set([...kinds.values()].map(String))]).toEqual(['alert.opened,alert.resolved']);
});
