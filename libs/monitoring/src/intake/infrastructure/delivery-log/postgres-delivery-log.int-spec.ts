import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPipeline, posted, type Pipeline } from '../../../../test/pipeline.js';
import { parseId } from '#shared/kernel/ids.js';
import { DatabaseWriteHealth } from '#shared/platform/health/database-write-health.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { encodeByteStrings } from '#shared/platform/persistence/binary-arrays.js';
import { newSegmentId, positionOf, segmentIdOf, decodeSegment } from '../../tables/segment-codec.js';

let pipeline: Pipeline;
beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

describe('the delivery log', () => {
  it('has stored a delivery under the id of its receipt when it acknowledges', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const receipt = await pipeline.log.append(webhook, posted({ a: 1 }));
    const uuid = parseId('delivery', receipt.delivery_id);
    const { rows } = await pipeline.pool.query<{ payload: Buffer; webhook_id: string }>(
      `select payload, webhook_id from delivery_segment where domain_id = 'd1' and segment_id = $1`,
      [segmentIdOf(uuid)],
    );
    expect(rows[0]?.webhook_id).toBe(webhook.uuid);
    const delivery = decodeSegment(rows[0]?.payload ?? Buffer.alloc(0))[positionOf(uuid)];
    expect(delivery?.body.toString()).toBe('{"a":1}');
    expect(delivery?.received_at).toEqual(receipt.received_at);
  });

  it('writes concurrent deliveries as one segment per webhook, with a wake-up for each', async () => {
    const [one, two] = [await pipeline.addWebhook('direct'), await pipeline.addWebhook('direct')];
    pipeline.wakeUps.webhooks.length = 0;
    const receipts = await Promise.all(
      Array.from({ length: 100 }, (_, n) => pipeline.log.append(n % 2 ? one : two, posted({ n }))),
    );
    const segments = new Set(
      receipts.map(({ delivery_id }) => segmentIdOf(parseId('delivery', delivery_id))),
    );
    expect(segments.size).toBe(2);
    expect(new Set(receipts.map(({ delivery_id }) => delivery_id)).size).toBe(100);
    expect(pipeline.wakeUps.webhooks.toSorted()).toEqual([one.uuid, two.uuid].toSorted());
  });

  it('splits over 1 MiB of one webhook into several segments, in the order of arrival', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const sizes = [1, 400, 500, 300, 900, 1_024, 1, 1].map((kib) => kib * 1024);
    const receipts = await Promise.all(
      sizes.map((size) => pipeline.log.append(webhook, { ...posted(''), body: Buffer.alloc(size) })),
    );
    const segments = receipts.map(({ delivery_id }) => segmentIdOf(parseId('delivery', delivery_id)));
    expect(segments).toEqual(segments.toSorted());
    const { rows } = await pipeline.pool.query<{ segment_id: string; delivery_count: number }>(
      `select segment_id, delivery_count from delivery_segment
       where domain_id = 'd1' and webhook_id = $1 order by seq`,
      [webhook.uuid],
    );
    expect(rows.map(({ segment_id }) => segment_id)).toEqual([...new Set(segments)]);
    expect(rows.map(({ delivery_count }) => delivery_count)).toEqual([3, 1, 1, 1, 2]);
  });

  it('writes groups of any size completely', async () => {
    const webhooks = await Promise.all(Array.from({ length: 5 }, () => pipeline.addWebhook('direct')));
    const sent = new Map<string, string>();
    for (const size of [10, 1_000, 90_000, 20, 600_000, 3_000, 0, 40_000]) {
      await Promise.all(
        webhooks.map(async (webhook, at) => {
          const body = randomBytes(size >> at);
          const { delivery_id } = await pipeline.log.append(webhook, { ...posted(''), body });
          sent.set(parseId('delivery', delivery_id), body.toString('hex'));
        }),
      );
    }
    const { rows } = await pipeline.pool.query<{ segment_id: string; payload: Buffer }>(
      `select segment_id, payload from delivery_segment where domain_id = 'd1' and webhook_id = any ($1)`,
      [webhooks.map(({ uuid }) => uuid)],
    );
    const found = rows.map(({ segment_id, payload }) => [
      segment_id,
      decodeSegment(payload)[0]?.body.toString('hex'),
    ]);
    expect(new Map(found as [string, string][])).toEqual(sent);
  });

  it('neither stores nor counts an existing segment again, and writes new ones beside it', async () => {
    const { uuid: webhook_uuid } = await pipeline.addWebhook('direct');
    const segments = [2, 3].map((delivery_count, second) => {
      // The second one arrived on the day before.
      const received_at = new Date(Date.now() - second * 86_400_000);
      const payload = Buffer.of(second);
      const segment_id = newSegmentId(new Date());
      return { domain_id: 'd1', segment_id, webhook_uuid, received_at, delivery_count, payload };
    });
    const accepted = async () => {
      const { rows } = await pipeline.pool.query<{ accepted: number }>(
        `select sum(accepted)::int as accepted from ledger_delta where accepted > 0`,
      );
      return rows[0]?.accepted ?? 0;
    };
    const write = (some: typeof segments) =>
      pipeline.writer.write(some, encodeByteStrings(some.map(({ payload }) => payload)));
    const before = await accepted();
    await write(segments.slice(0, 1));
    await write(segments);
    await write(segments);
    expect(await accepted()).toBe(before + 5);
    const { rows } = await pipeline.pool.query<{ payload: Buffer }>(
      `select payload from delivery_segment where domain_id = 'd1' and webhook_id = $1 order by seq`,
      [webhook_uuid],
    );
    expect(rows.map(({ payload }) => payload)).toEqual([Buffer.of(0), Buffer.of(1)]);
  });

  it('takes any bytes', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const bodies = [Buffer.from([0, 255, 254]), Buffer.from('"\\ud800\\u0000"'), Buffer.alloc(0)];
    const receipts = await Promise.all(
      bodies.map((body) => pipeline.log.append(webhook, { ...posted({}), body })),
    );
    expect(receipts).toHaveLength(3);
  });

  it.each([
    ['query', { query: { q: 'x'.repeat(99) } }],
    ['path', { path_suffix: 'x'.repeat(99) }],
    ['headers', { headers: { 'user-agent': 'x'.repeat(90) } }],
  ])('counts a long %s towards the size of segments', async (_, long) => {
    const webhook = await pipeline.addWebhook('direct');
    const delivery = { ...posted({}), ...long };
    const size = (text: string) => text.replace(/x{9,}/, 'x'.repeat(600 * 1024));
    const longer = JSON.parse(size(JSON.stringify(long))) as typeof long;
    const log = pipeline.newLog();
    const receipts = await Promise.all([1, 2, 3].map(() => log.append(webhook, { ...delivery, ...longer })));
    const segments = receipts.map(({ delivery_id }) => segmentIdOf(parseId('delivery', delivery_id)));
    expect(new Set(segments).size).toBe(3);
  });

  it('reports that it is not ready while its memory is nearly full', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const pool = new QueryPool({ connectionString: pipeline.database.url });
    const readiness = new Readiness(pool, [], new DatabaseWriteHealth(pool));
    const log = pipeline.newLog(100, undefined, readiness);
    expect(await readiness.findObstacle()).toBeUndefined();
    const appended = log.append(webhook, { ...posted({}), body: Buffer.alloc(95) });
    expect(await readiness.findObstacle()).toBe('Too many deliveries wait to be written');
    await appended;
    expect(await readiness.findObstacle()).toBeUndefined();
    await pool.end();
  });

  it('rejects deliveries that cannot be encoded, and accepts the next', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const log = pipeline.newLog(100);
    for (let turn = 0; turn < 3; turn += 1) {
      const unwritable = { ...posted({}), query: { size: 1n } as never };
      await expect(log.append(webhook, unwritable)).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
    }
    await expect(log.append(webhook, posted('x'.repeat(80)))).resolves.toBeDefined();
  });

  it.each([
    { database: 'near', takes: 0, most: 1 },
    { database: 'far away', takes: 10, most: 2 },
  ])('writes $most groups at a time to a database that is $database', async ({ takes, most }) => {
    const webhook = await pipeline.addWebhook('direct');
    const writes = { now: 0, most: 0 };
    const write = vi.spyOn(pipeline.writer, 'write').mockImplementation(async () => {
      writes.now += 1;
      writes.most = Math.max(writes.most, writes.now);
      await (takes > 0 ? sleep(takes) : nextTurn());
      writes.now -= 1;
    });
    const log = pipeline.newLog();
    const appended: Promise<unknown>[] = [];
    for (let n = 0; n < 50; n += 1) {
      appended.push(log.append(webhook, posted({ n })));
      await (takes > 0 ? sleep(1) : nextTurn());
    }
    await Promise.all(appended);
    write.mockRestore();
    expect(writes).toEqual({ now: 0, most });
  });

  it('rejects with ERROR_UNAVAILABLE if the database refuses the write', async () => {
    const webhook = await pipeline.addWebhook('direct');
    const unknownPartition = { ...webhook, uuid: 'not a uuid' };
    await expect(pipeline.log.append(unknownPartition, posted({}))).rejects.toMatchObject({
      code: 'ERROR_UNAVAILABLE',
    });
    await expect(pipeline.log.append(webhook, posted({}))).resolves.toBeDefined();
  });
});
