import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { parseId } from '#shared/kernel/ids.js';
import { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { DatabaseWriteHealth } from '#shared/platform/health/database-write-health.js';
import { Readiness } from '#shared/platform/health/readiness.js';
import { Metrics } from '#shared/platform/telemetry/metrics.js';
import { isSingleServer } from '#test/database.js';
import { DROP_LOCK_KEY } from '../../../../persistence/partitions.js';
import { positionOf, segmentIdOf } from '../../../tables/segment-codec.js';
import { SpoolUnderTest } from '../../../../../test/spool-under-test.js';

const subject = new SpoolUnderTest();
const HOW_DROPPED = ['is being', 'was half', 'was'] as const;

describe('the spool', () => {
  it.each(['refuses', 'hangs'] as const)('stores deliveries in order while the database %s', async (how) => {
    const log = subject.pipeline.newLog(undefined, subject.spool);
    await subject.send(log, 0);
    const back = subject.cutOff(how);
    const receipts = [];
    for (let n = 1; n <= 20; n += 1) receipts.push(await subject.send(log, n));
    expect(subject.spool.isActive).toBe(true);
    back();
    subject.pipeline.wakeUps.webhooks.length = 0;
    await subject.drained();
    receipts.push(await subject.send(log, 21));

    const found = await subject.bodiesInLog();
    expect(found.map(({ n }) => n)).toEqual(Array.from({ length: 22 }, (_, n) => n));
    // The first write may still have reached the database in time, so its flag is not fixed.
    const late = [false, found[1]?.late, ...Array.from({ length: 19 }, () => true), false];
    expect(found.map((each) => each.late)).toEqual(late);
    expect(subject.pipeline.wakeUps.webhooks).toContain(subject.webhook.uuid);
    // The ids of the receipts are those in the log.
    for (const [index, { delivery_id }] of receipts.entries()) {
      const uuid = parseId('delivery', delivery_id);
      expect(found[index + 1]?.segment_id).toBe(segmentIdOf(uuid));
      expect(positionOf(uuid)).toBe(0);
    }
    expect((await readdir(join(subject.folder.path, '0'))).filter((name) => name.endsWith('.spool'))).toEqual(
      [],
    );
  });

  it('writes no delivery twice if the failed write had reached the database', async () => {
    const log = subject.pipeline.newLog(undefined, subject.spool);
    const query = subject.pipeline.pool.query.bind(subject.pipeline.pool) as (
      statement: unknown,
    ) => Promise<unknown>;
    vi.spyOn(subject.pipeline.pool, 'query').mockImplementation((async (statement: unknown) => {
      await query(statement);
      throw new Error('Connection terminated unexpectedly');
    }) as never);
    await subject.send(log, 1);
    vi.restoreAllMocks();
    await subject.drained();
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([1]);
  });

  it('is drained before newer deliveries bypass it, and is empty in the end', async () => {
    const log = subject.pipeline.newLog(undefined, subject.spool);
    const back = subject.cutOff('refuses');
    let n = 0;
    const sent: Promise<unknown>[] = [];
    const timer = setInterval(() => sent.push(subject.send(log, (n += 1))), 1);
    await vi.waitFor(() => expect(n).toBeGreaterThan(100), 10_000);
    back();
    await subject.drained();
    const drainedAt = n;
    await vi.waitFor(() => expect(n).toBeGreaterThan(drainedAt + 10), 10_000);
    clearInterval(timer);
    await Promise.all(sent);
    const found = await subject.bodiesInLog();
    expect(found.map((each) => each.n).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: n }, (_, index) => index + 1),
    );
    const spooled = found.filter(({ late }) => late).map((each) => each.n);
    expect(spooled).toEqual(spooled.toSorted((a, b) => a - b));
    expect([spooled.length > 50, found.length > spooled.length]).toEqual([true, true]);
    // Deliveries that bypassed the spool were written after all that were in it.
    expect(found.slice(0, spooled.length).every(({ late }) => late)).toBe(true);
  });

  it('refuses deliveries beyond its size, and the log accepts again after it is drained', async () => {
    await subject.spool.onApplicationShutdown();
    subject.spool = await subject.openSpool(400);
    const log = subject.pipeline.newLog(undefined, subject.spool);
    const back = subject.cutOff('refuses');
    await subject.send(log, 1);
    await expect(
      Promise.all(Array.from({ length: 5 }, (_, n) => subject.send(log, n + 2))),
    ).rejects.toMatchObject({
      code: 'ERROR_UNAVAILABLE',
    });
    back();
    await subject.drained();
    await subject.send(log, 9);
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([1, 9]);
  });

  it('refuses deliveries while its disk is nearly full, and drains what it holds', async () => {
    const options = { floor: 1, folders: { database: null, spool: subject.folder.path } };
    const readiness = new Readiness(
      subject.pipeline.pool,
      [],
      new DatabaseWriteHealth(subject.pipeline.pool),
    );
    const disks = new DiskFloor(options, new Metrics(), readiness);
    await subject.spool.onApplicationShutdown();
    subject.spool = subject.pipeline.newSpool(subject.folder.path, undefined, disks);
    await subject.spool.onModuleInit();
    const log = subject.pipeline.newLog(undefined, subject.spool);
    const back = subject.cutOff('refuses');
    await subject.send(log, 1);
    options.floor = 2 ** 52;
    await disks.check();
    await expect(subject.send(log, 2)).rejects.toMatchObject({ code: 'ERROR_UNAVAILABLE' });
    expect(subject.spool.health.isFull).toBe(true);
    options.floor = 1;
    await disks.check();
    await subject.send(log, 3);
    expect(subject.spool.health.isFull).toBe(false);
    back();
    await subject.drained();
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([1, 3]);
  });

  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  it('keeps everything while the database is being restored and has no tables yet', async () => {
    await subject.pipeline.pool.query('alter table delivery_segment rename to not_restored_yet');
    await subject.send(subject.pipeline.newLog(undefined, subject.spool), 3);
    await sleep(500);
    await subject.pipeline.pool.query('alter table not_restored_yet rename to delivery_segment');
    await subject.drained();
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([3]);
  });

  it('sets refused segments aside without overwriting earlier ones', async () => {
    const aside = async () =>
      (await readdir(join(subject.folder.path, '0'))).filter((name) => /refused/.test(name));
    for (const round of [1, 2]) {
      await subject.spool.append(
        [subject.segmentOf('0', { webhook_uuid: 'no uuid' }), subject.segmentOf(String(round))],
        {
          even: true,
        },
      );
      await subject.drained();
      expect(await aside()).toHaveLength(round);
      await subject.spool.onApplicationShutdown();
      subject.spool = await subject.openSpool();
    }
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([1, 2]);
  });

  it('tries deliveries that were refused again at each start', async () => {
    const back = subject.cutOff('refuses');
    await subject.send(subject.pipeline.newLog(undefined, subject.spool), 8);
    await subject.spool.onApplicationShutdown();
    const own = join(subject.folder.path, '0');
    for (const name of (await readdir(own)).filter((each) => each.endsWith('.spool')))
      await rename(join(own, name), join(own, `${name}.refused`));
    back();
    subject.spool = await subject.openSpool();
    await subject.drained();
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([8]);
    expect((await readdir(own)).filter((name) => name.includes('refused'))).toEqual([]);
  });

  it('keeps deliveries that the database does not take because of one of its limits', async () => {
    await subject.pipeline.pool.query(`
      create function exceed() returns trigger language plpgsql as $$
        begin raise 'too complex' using errcode = '54000'; end $$;
      create trigger exceed before insert on delivery_segment for each row execute function exceed()`);
    await subject.spool.append([subject.segmentOf('9')], { even: true });
    await sleep(500);
    expect(subject.spool.isActive).toBe(true);
    await subject.pipeline.pool.query('drop function exceed cascade');
    await subject.drained();
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([9]);
  });

  it('writes deliveries that are older than the retention', async () => {
    const back = subject.cutOff('refuses');
    await subject.spool.append([subject.segmentOf('40', { at: daysAgo(40) })], { even: true });
    back();
    await subject.drained();
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([40]);
  });

  // On a cluster, no partition is left half detached.
  it.each(isSingleServer ? HOW_DROPPED : HOW_DROPPED.filter((how) => how !== 'was half'))(
    'writes deliveries of a day whose partition %s dropped',
    async (how) => {
      const days = { 'is being': 50, 'was half': 60, was: 70 }[how];
      const at = daysAgo(days);
      await subject.spool.append([subject.segmentOf('1', { at })], { even: true });
      await subject.drained();
      const day = `delivery_segment_p${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
      const detach = `alter table delivery_segment detach partition ${day} ${isSingleServer ? 'concurrently' : ''}`;
      const dropper = await subject.pipeline.pool.connect();
      try {
        if (how === 'is being') await dropper.query(`select pg_advisory_lock(${DROP_LOCK_KEY})`);
        if (how === 'was half') {
          const reader = await subject.pipeline.pool.connect();
          await reader.query(`begin; select from delivery_segment`);
          await dropper.query(`set statement_timeout = '200ms'`);
          await expect(dropper.query(detach)).rejects.toThrow('statement timeout');
          await dropper.query('reset statement_timeout');
          await reader.query('rollback');
          reader.release();
        } else {
          await dropper.query(detach);
        }
        await subject.spool.append([subject.segmentOf('2', { at })], { even: true });
        if (how === 'is being') {
          await sleep(500);
          expect(subject.spool.isActive).toBe(true);
          await dropper.query(`drop table ${day}`);
          await dropper.query(`select pg_advisory_unlock(${DROP_LOCK_KEY})`);
        }
        await subject.drained();
      } finally {
        dropper.release();
      }
      expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual(how === 'is being' ? [2] : [1, 2]);
      expect(
        (await readdir(join(subject.folder.path, '0'))).filter((name) => name.includes('spool')),
      ).toEqual([]);
    },
  );

  it('sets a segment of an unknown webhook aside', async () => {
    await subject.spool.append([subject.segmentOf('1', { webhook_uuid: v7() }), subject.segmentOf('2')], {
      even: true,
    });
    await subject.drained();
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([2]);
    expect(await readdir(join(subject.folder.path, '0'))).toContain('0000000001.spool.refused');
  });
});
