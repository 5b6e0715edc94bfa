import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IngestPool } from '#shared/platform/persistence/pools.js';
import { isSingleServer, itOnSingleServer } from '#test/database.js';
import { createPipeline, type Pipeline } from '../../../test/pipeline.js';
import { FindBacklog } from '../application/find-backlog.js';
import { lowestUuid } from '#shared/query/instant.js';
import { FindBacklogHandler } from './find-backlog.handler.js';

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

const webhook = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Adds segments as the log writes them, `seconds` ago. */
async function addSegments(webhook_id: string, seconds: number, count = 1): Promise<void> {
  await pipeline.pool.query(
    `insert into webhook_cursor (webhook_id, domain_id) values ($1, 'd1') on conflict do nothing`,
    [webhook_id],
  );
  await pipeline.pool.query(
    `insert into delivery_segment (domain_id, segment_id, webhook_id, received_at, delivery_count, payload)
     select 'd1', ($3::text || lpad(to_hex((random() * 1e12)::bigint), 12, '0'))::uuid, $1,
       clock_timestamp() - $2 * interval '1 second', 1, ''
     from generate_series(1, $4)`,
    [webhook_id, seconds, lowestUuid(Date.now()).slice(0, -12), count],
  );
}

describe('FindBacklog', () => {
  it('finds webhooks that wait longer than a wake-up takes, or since a time in the future', async () => {
    await addSegments(webhook(1), 5);
    await addSegments(webhook(2), 0.2);
    await addSegments(webhook(3), -60);
    const found = await new FindBacklogHandler(pipeline.pool).execute(new FindBacklog(10));
    expect(found).toEqual({ webhook_uuids: [webhook(1), webhook(3)], hasMore: false });
  });

  it('finds all webhooks in turn if there are more than the limit', async () => {
    for (let n = 4; n <= 8; n += 1) await addSegments(webhook(n), 5);
    const find = new FindBacklogHandler(pipeline.pool);
    const turns = [];
    for (let turn = 0; turn < 4; turn += 1) turns.push(await find.execute(new FindBacklog(3)));
    // The second webhook is too recent to be returned, but counts towards the limit. On a cluster it is not found at all.
    const numbers = isSingleServer
      ? [
          [1, 3],
          [4, 5, 6],
          [7, 8],
          [1, 3],
        ]
      : [[1, 3, 4], [5, 6, 7], [8], [1, 3, 4]];
    expect(turns.map(({ webhook_uuids }) => webhook_uuids)).toEqual(numbers.map((turn) => turn.map(webhook)));
    expect(turns.map(({ hasMore }) => hasMore)).toEqual([true, true, false, true]);
  });

  it('finds a postponed webhook if its pause is implausibly long', async () => {
    const put = async (n: number, seconds: number) => {
      await addSegments(webhook(n), 5);
      await pipeline.pool.query(
        `update webhook_cursor set next_attempt_at = clock_timestamp() + $2 * interval '1 s' where webhook_id = $1`,
        [webhook(n), seconds],
      );
    };
    await put(21, 30);
    await put(22, 45 * 86_400);
    const found = await new FindBacklogHandler(pipeline.pool).execute(new FindBacklog(100));
    expect(found.webhook_uuids).not.toContain(webhook(21));
    expect(found.webhook_uuids).toContain(webhook(22));
  });

  // On a cluster the cost is one look per webhook.
  itOnSingleServer('reads no more of a long backlog than of a short one', async () => {
    await addSegments(webhook(9), 5, 20_000);
    await pipeline.pool.query('analyze delivery_segment');
    const client = await pipeline.pool.connect();
    try {
      await client.query('begin');
      const found = await new FindBacklogHandler(client as unknown as IngestPool).execute(
        new FindBacklog(100),
      );
      const { rows } = await client.query<{ n: number }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables
         where relname like 'delivery\\_segment\\_p%'`,
      );
      expect(found.webhook_uuids).toContain(webhook(9));
      expect(rows[0]?.n).toBeGreaterThan(0);
      expect(rows[0]?.n).toBeLessThan(200);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
