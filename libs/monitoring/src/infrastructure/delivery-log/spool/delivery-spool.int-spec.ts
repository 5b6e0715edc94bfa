import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { uuidOf } from '#shared/kernel/ids.js';
import { until } from '#test/client.js';
import { isOneMachine } from '#test/database.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import { createPipeline, posted, type Pipeline } from '../../../../test/pipeline.js';
import type { AdmittedWebhook } from '../../../application/ports/webhook-directory.js';
import { DROPPING } from '../../persistence/partitions.js';
import { newSegmentId, positionOf, segmentIdOf } from '../delivery-id.js';
import { decodeSegment, encodeSegment } from '../segment-codec.js';
import type { DeliverySpool } from './delivery-spool.js';
import { holdFolder } from './hold-folder.js';

let pipeline: Pipeline;
let folder: TestFolder;
let webhook: AdmittedWebhook;
let spool: DeliverySpool;

beforeAll(async () => void (pipeline = await createPipeline()));
afterAll(() => pipeline.close());

beforeEach(async () => {
  folder = await createTestFolder('spool');
  webhook = await pipeline.addWebhook('direct');
  spool = await openSpool();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await spool.onApplicationShutdown();
  await folder.remove();
});

async function openSpool(maxBytes?: number): Promise<DeliverySpool> {
  const opened = pipeline.newSpool(folder.path, maxBytes);
  await opened.onModuleInit();
  return opened;
}

/** From now on, until it is told otherwise, the database does what `how` says instead of answering. */
function cutOff(how: 'refuses' | 'hangs'): () => void {
  const gone = async () => {
    // Until the driver gives up.
    if (how === 'hangs') await sleep(1_000);
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  const spy = vi.spyOn(pipeline.pool, 'query').mockImplementation(gone);
  return () => spy.mockRestore();
}

async function bodiesInLog() {
  const { rows } = await pipeline.pool.query<{ payload: Buffer; late: boolean; segment_id: string }>(
    `select payload, late, segment_id from delivery_segment where webhook_id = $1 order by seq`,
    [webhook.uuid],
  );
  return rows.flatMap(({ payload, late, segment_id }) =>
    decodeSegment(payload).map(({ body }) => ({ n: Number(body), late, segment_id })),
  );
}

const drained = (of = spool) =>
  until(
    async () => of.isActive,
    (active) => !active,
  );

const send = (log: ReturnType<Pipeline['newLog']>, n: number) => log.append(webhook, posted(String(n)));

const HOW_DROPPED = ['is being', 'was half', 'was'] as const;

describe('the spool', () => {
  it.each(['refuses', 'hangs'] as const)('takes what a database that %s does not, in order', async (how) => {
    const log = pipeline.newLog(undefined, spool);
    await send(log, 0);
    const back = cutOff(how);
    const receipts = [];
    for (let n = 1; n <= 20; n += 1) receipts.push(await send(log, n));
    expect(spool.isActive).toBe(true);
    back();
    pipeline.wakeUps.webhooks.length = 0;
    await drained();
    receipts.push(await send(log, 21));

    const found = await bodiesInLog();
    expect(found.map(({ n }) => n)).toEqual(Array.from({ length: 22 }, (_, n) => n));
    // The first may still have got into the database, late itself.
    const late = [false, found[1]?.late, ...Array.from({ length: 19 }, () => true), false];
    expect(found.map((each) => each.late)).toEqual(late);
    expect(pipeline.wakeUps.webhooks).toContain(webhook.uuid);
    // The receipts hold.
    for (const [index, { delivery_id }] of receipts.entries()) {
      const uuid = uuidOf('delivery', delivery_id);
      expect(found[index + 1]?.segment_id).toBe(segmentIdOf(uuid));
      expect(positionOf(uuid)).toBe(0);
    }
    expect((await readdir(join(folder.path, '0'))).filter((name) => name.endsWith('.spool'))).toEqual([]);
  });

  it('writes nothing twice that the database had taken after all', async () => {
    const log = pipeline.newLog(undefined, spool);
    const query = pipeline.pool.query.bind(pipeline.pool) as (statement: unknown) => Promise<unknown>;
    vi.spyOn(pipeline.pool, 'query').mockImplementation((async (statement: unknown) => {
      await query(statement);
      throw new Error('Connection terminated unexpectedly');
    }) as never);
    await send(log, 1);
    vi.restoreAllMocks();
    await drained();
    expect((await bodiesInLog()).map(({ n }) => n)).toEqual([1]);
  });

  it('lets nothing pass it by while deliveries go on coming, and is empty in the end', async () => {
    const log = pipeline.newLog(undefined, spool);
    const back = cutOff('refuses');
    let n = 0;
    const sent: Promise<unknown>[] = [];
    const timer = setInterval(() => sent.push(send(log, (n += 1))), 1);
    await sleep(300);
    back();
    await drained();
    await sleep(50);
    clearInterval(timer);
    await Promise.all(sent);
    const found = await bodiesInLog();
    expect(found.map((each) => each.n).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: n }, (_, index) => index + 1),
    );
    const spooled = found.filter(({ late }) => late).map((each) => each.n);
    expect(spooled).toEqual(spooled.toSorted((a, b) => a - b));
    expect([spooled.length > 50, found.length > spooled.length]).toEqual([true, true]);
    // What went past the spool came after all that was in it.
    expect(found.slice(0, spooled.length).every(({ late }) => late)).toBe(true);
  });

  it('survives its process: the next one brings in what was left, but for a torn end', async () => {
    const log = pipeline.newLog(undefined, spool);
    const back = cutOff('refuses');
    for (let n = 1; n <= 3; n += 1) await send(log, n);
    await spool.onApplicationShutdown();
    const own = join(folder.path, '0');
    const name = (await readdir(own)).find((file) => file.endsWith('.spool')) ?? '';
    await appendFile(join(own, name), 'TSP1 cut o');
    back();
    spool = await openSpool();
    await drained();
    expect((await bodiesInLog()).map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  it('has a folder of its own beside other processes, and takes over what one that is gone left', async () => {
    const back = cutOff('refuses');
    const other = await openSpool();
    expect([spool.path, other.path].map((path) => path?.at(-1))).toEqual(['0', '1']);
    await send(pipeline.newLog(undefined, other), 7);
    await other.onApplicationShutdown();
    back();
    const third = await (async () => {
      // Takes the folder 1, which the other left, itself; so a held one must stand in its way.
      const held = holdFolder(join(folder.path, '1'));
      const opened = await openSpool();
      held?.();
      return opened;
    })();
    expect(third.path?.at(-1)).toBe('2');
    await until(
      () => bodiesInLog(),
      (found) => found.some(({ n }) => n === 7),
    );
    await third.onApplicationShutdown();
  });

  it('is held by one process only', () => {
    expect(holdFolder(spool.path ?? '')).toBeUndefined();
  });

  it('refuses what it has no room for, and takes it again when there is', async () => {
    await spool.onApplicationShutdown();
    spool = await openSpool(400);
    const log = pipeline.newLog(undefined, spool);
    const back = cutOff('refuses');
    await send(log, 1);
    await expect(Promise.all(Array.from({ length: 5 }, (_, n) => send(log, n + 2)))).rejects.toMatchObject({
      code: 'ERROR_UNAVAILABLE',
    });
    back();
    await drained();
    await send(log, 9);
    expect((await bodiesInLog()).map(({ n }) => n)).toEqual([1, 9]);
  });

  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const segmentOf = (body: string, { webhook_uuid = webhook.uuid, at = new Date() } = {}) => {
    const payload = encodeSegment([{ ...posted(body), received_at: at }]);
    const segment_id = newSegmentId(at);
    return { domain_id: 'd1', segment_id, webhook_uuid, received_at: at, delivery_count: 1, payload };
  };

  it('keeps everything while the database is being restored and has no tables yet', async () => {
    await pipeline.pool.query('alter table delivery_segment rename to not_restored_yet');
    await send(pipeline.newLog(undefined, spool), 3);
    await sleep(500);
    await pipeline.pool.query('alter table not_restored_yet rename to delivery_segment');
    await drained();
    expect((await bodiesInLog()).map(({ n }) => n)).toEqual([3]);
  });

  it('puts aside what the database refuses, and never over what it put aside before', async () => {
    const aside = async () => (await readdir(join(folder.path, '0'))).filter((name) => /refused/.test(name));
    for (const round of [1, 2]) {
      await spool.append([segmentOf('0', { webhook_uuid: 'no uuid' }), segmentOf(String(round))], {
        even: true,
      });
      await drained();
      expect(await aside()).toHaveLength(round);
      await spool.onApplicationShutdown();
      spool = await openSpool();
    }
    expect((await bodiesInLog()).map(({ n }) => n)).toEqual([1, 2]);
  });

  it('brings in what is older than anything kept', async () => {
    const back = cutOff('refuses');
    await spool.append([segmentOf('40', { at: daysAgo(40) })], { even: true });
    back();
    await drained();
    expect((await bodiesInLog()).map(({ n }) => n)).toEqual([40]);
  });

  // A cluster leaves none half dropped.
  it.each(isOneMachine ? HOW_DROPPED : HOW_DROPPED.filter((how) => how !== 'was half'))(
    'brings in what is of a day that %s dropped',
    async (how) => {
      const days = { 'is being': 50, 'was half': 60, was: 70 }[how];
      const at = daysAgo(days);
      await spool.append([segmentOf('1', { at })], { even: true });
      await drained();
      const day = `delivery_segment_p${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
      const detach = `alter table delivery_segment detach partition ${day} ${isOneMachine ? 'concurrently' : ''}`;
      const dropper = await pipeline.pool.connect();
      try {
        if (how === 'is being') await dropper.query(`select pg_advisory_lock(${DROPPING})`);
        if (how === 'was half') {
          const reader = await pipeline.pool.connect();
          await reader.query(`begin; select from delivery_segment`);
          await dropper.query(`set statement_timeout = '200ms'`);
          await expect(dropper.query(detach)).rejects.toThrow('statement timeout');
          await dropper.query('reset statement_timeout');
          await reader.query('rollback');
          reader.release();
        } else {
          await dropper.query(detach);
        }
        await spool.append([segmentOf('2', { at })], { even: true });
        if (how === 'is being') {
          await sleep(500);
          expect(spool.isActive).toBe(true);
          await dropper.query(`drop table ${day}`);
          await dropper.query(`select pg_advisory_unlock(${DROPPING})`);
        }
        await drained();
      } finally {
        dropper.release();
      }
      expect((await bodiesInLog()).map(({ n }) => n)).toEqual(how === 'is being' ? [2] : [1, 2]);
      expect((await readdir(join(folder.path, '0'))).filter((name) => name.includes('spool'))).toEqual([]);
    },
  );

  it('puts aside what is for a webhook that nobody knows any more', async () => {
    await spool.append([segmentOf('1', { webhook_uuid: v7() }), segmentOf('2')], { even: true });
    await drained();
    expect((await bodiesInLog()).map(({ n }) => n)).toEqual([2]);
    expect(await readdir(join(folder.path, '0'))).toContain('0000000001.spool.refused');
  });

  it('reads on behind damage, and keeps the damaged file', async () => {
    const back = cutOff('refuses');
    for (let n = 1; n <= 3; n += 1) await spool.append([segmentOf(String(n))], { even: true });
    await spool.onApplicationShutdown();
    const path = join(folder.path, '0', '0000000001.spool');
    const bytes = await readFile(path);
    const second = bytes.indexOf('TSP1', 4);
    bytes.fill(0xff, second, second + 40);
    await writeFile(path, bytes);
    back();
    spool = await openSpool();
    await drained();
    expect((await bodiesInLog()).map(({ n }) => n)).toEqual([1, 3]);
    expect(await readFile(`${path}.damaged`)).toEqual(bytes);
  });

  it('says what is wrong with a folder that cannot be used', async () => {
    await writeFile(join(folder.path, 'file'), '');
    const bad = pipeline.newSpool(join(folder.path, 'file'));
    await expect(bad.onModuleInit()).rejects.toThrow(/^SPOOL_DIR .*file cannot be used/);
  });
});
