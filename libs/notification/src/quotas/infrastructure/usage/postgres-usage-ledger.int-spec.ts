import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/kernel/ids.js';
import { sql } from '#test/sql.js';
import { scopeIn } from '../../../../test/quotas.js';
import { createConsumption, createUsageStore, type UsageStore } from '../../../../test/usage-store.js';
import { Quota } from '../../domain/quota.js';

let store: UsageStore;
beforeAll(async () => {
  store = await createUsageStore();
});
afterAll(() => store.close());

const readUsage = (protocol_id: string) =>
  sql<{ day: string; consumed: number; refused: number }>(
    store.url,
    `select day::text, consumed::int, refused::int from quota_usage where protocol_id = $1 order by day`,
    [protocol_id],
  );

describe('PostgresUsageLedger', () => {
  it('grants exactly the limit to concurrent requests of several processes', async () => {
    const ledgers = [1, 2, 3].map(() => store.newLedger({ day: 500 }));
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, (_, n) => ledgers[n % 3]?.consume(createConsumption('many', 1 + (n % 7)))),
    );
    const granted = outcomes.reduce((sum, each, n) => sum + (each?.allowed ? 1 + (n % 7) : 0), 0);
    // The last requests include amounts of 1, so that no unit is left.
    expect(granted).toBe(500);
    expect(await readUsage('many')).toMatchObject([{ consumed: 500 }]);
  });

  it('consumes units of many protocols at once in any order without a deadlock', async () => {
    const ledgers = [store.newLedger({ day: 5 }), store.newLedger({ day: 5 })];
    const outcomes = await Promise.all(
      Array.from({ length: 800 }, (_, n) =>
        ledgers[n % 2]?.consume(createConsumption(`order-${Math.abs((n % 2) * 19 - ((n >> 1) % 20))}`)),
      ),
    );
    expect(outcomes.filter((each) => each?.allowed)).toHaveLength(20 * 5);
  });

  it('consumes once for concurrent requests of several processes with the same idempotency key', async () => {
    const ledgers = [store.newLedger(), store.newLedger()];
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) => ledgers[n % 2]?.consume(createConsumption('keyed', 3, 'one key'))),
    );
    const ids = outcomes.map((each) => each?.allowed && each.consumption_id);
    expect(new Set(ids).size).toBe(1);
    expect(await readUsage('keyed')).toMatchObject([{ consumed: 3 }]);
  });

  it('forgets the idempotency key of a consumption after 24 hours', async () => {
    const ledger = store.newLedger();
    store.clock.time = new Date('2026-10-01T10:00:00.000Z');
    const first = await ledger.consume(createConsumption('old key', 1, 'old'));
    store.clock.time = new Date('2026-10-02T09:59:59.999Z');
    expect(await ledger.consume(createConsumption('old key', 1, 'old'))).toMatchObject({ at: first.at });
    store.clock.time = new Date('2026-10-02T10:00:00.000Z');
    expect(await ledger.consume(createConsumption('old key', 1, 'old'))).toMatchObject({
      at: store.clock.time,
    });
    expect(await readUsage('old key')).toMatchObject([{ consumed: 1 }, { consumed: 1 }]);
  });

  it('forgets the idempotency key of a release after 24 hours', async () => {
    const ledger = store.newLedger();
    store.clock.time = new Date('2026-10-01T10:00:00.000Z');
    const ids: string[] = [];
    for (const amount of [1, 2]) {
      const outcome = await ledger.consume(createConsumption('old release', amount));
      ids.push((outcome.allowed && outcome.consumption_id) || '');
    }
    const key = Buffer.from('key of a release').toString('hex');
    const release = (n: 0 | 1, time: string) => {
      store.clock.time = new Date(time);
      return ledger.release(scopeIn('d1'), {
        consumption_id: ids[n] ?? '',
        mark: { key, request: `0${n}` },
      });
    };
    const first = await release(0, '2026-10-01T11:00:00.000Z');
    const mismatch = { code: 'ERROR_IDEMPOTENCY_MISMATCH' };
    await expect(release(1, '2026-10-02T10:59:59.999Z')).rejects.toMatchObject(mismatch);
    expect(await release(0, '2026-10-02T10:59:59.999Z')).toMatchObject({ released: first.released });
    expect(await release(1, '2026-10-02T11:00:00.000Z')).toMatchObject({ released: 2 });
    await expect(release(0, '2026-10-02T11:00:00.000Z')).rejects.toMatchObject(mismatch);
    expect(await readUsage('old release')).toMatchObject([{ consumed: 0 }]);
  });

  it('releases units on the day of their consumption, also in the next month', async () => {
    const ledger = store.newLedger({ day: 5, month: 8 });
    store.clock.time = new Date('2026-11-30T23:00:00.000Z');
    const outcome = await ledger.consume(createConsumption('back', 5));
    store.clock.time = new Date('2026-12-01T01:00:00.000Z');
    await ledger.consume(createConsumption('back', 4));
    const consumption_id = (outcome.allowed && outcome.consumption_id) || '';
    const released = await ledger.release(scopeIn('d1'), { consumption_id, amount: 2 });
    expect(released).toMatchObject({ day: '2026-11-30', released: 2, remaining: { day: 1, month: 4 } });
    expect(await readUsage('back')).toMatchObject([
      { day: '2026-11-30', consumed: 3 },
      { day: '2026-12-01', consumed: 4 },
    ]);
    const elsewhere = ledger.release(scopeIn('d2'), { consumption_id });
    await expect(elsewhere).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
  });

  it('applies the change or deletion of a quota at once', async () => {
    const [ledger, limit] = [store.newLedger({ day: 0 }), { day: 2 }];
    const quota = Quota.create({ domain_id: 'd1', protocol_id: 'changed', limit }, store.clock.time);
    await store.quotas.add(scopeIn('d1'), quota);
    const { quota_id } = quota;
    const byQuota = () => {
      const { protocol_id: _, ...request } = createConsumption('');
      return ledger.consume({ ...request, quota_id });
    };
    expect(await byQuota()).toMatchObject({ allowed: true, remaining: { day: 1 } });
    await store.quotas.change(scopeIn('d1'), quota_id, (each) =>
      each.update({ limit: { day: 1 } }, new Date()),
    );
    expect(await byQuota()).toMatchObject({ allowed: false, exhausted: 'day' });
    await store.quotas.remove(scopeIn('d1'), quota_id);
    await expect(byQuota()).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
    expect(await ledger.consume(createConsumption('changed'))).toMatchObject({
      allowed: false,
      limit: { day: 0 },
    });
  });

  it('answers the others of a group when one names a quota that does not exist', async () => {
    const ledger = store.newLedger();
    const { protocol_id: _, ...request } = createConsumption('');
    const wrong = ledger.consume({ ...request, quota_id: newId('quota') });
    const right = ledger.consume(createConsumption('right'));
    await expect(wrong).rejects.toMatchObject({ code: 'ERROR_NOT_FOUND' });
    expect(await right).toMatchObject({ allowed: true });
  });
});

describe('UsageRetention', () => {
  it('deletes days and consumptions past the retention, and no others', async () => {
    const ledger = store.newLedger();
    for (const day of ['2020-01-01', '2020-01-02', '2020-01-03']) {
      store.clock.time = new Date(`${day}T12:00:00.000Z`);
      await ledger.consume(createConsumption('kept'));
    }
    store.clock.time = new Date('2020-01-05T11:00:00.000Z');
    await store.enforceRetention(3);
    expect((await readUsage('kept')).map(({ day }) => day)).toEqual(['2020-01-02', '2020-01-03']);
    const left = await sql(store.url, `select day::text from quota_consumption where protocol_id = 'kept'`);
    expect(left).toEqual([{ day: '2020-01-03' }]);
  });
});
