import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.js';
import { sql } from '#test/sql.js';
import { QuotaClock } from '../../../libs/notification/src/quotas/tables/quota-usage.js';
import { startApi, type ApiUnderTest } from './api-under-test.js';

const LIMIT = 1_000;
const CALLERS = 64;

let database: TestDatabase;
let apis: ApiUnderTest[];
let now: Date;

beforeAll(async () => {
  database = await createTestDatabase();
  apis = await Promise.all([
    startApi({ DATABASE_URL: database.url }),
    startApi({ DATABASE_URL: database.url }),
  ]);
  for (const { app } of apis) {
    const clocks = app.get<typeof QuotaClock, QuotaClock>(QuotaClock, { strict: false, each: true });
    for (const clock of clocks) clock.now = () => now;
  }
});
afterAll(async () => {
  await Promise.all(apis.map((api) => api.close()));
  await database.drop();
});

/** Consumes through both processes until all callers are rejected. Meanwhile the time jumps, for all callers at once. */
async function exhaustQuota(protocol_id: string, limit: object, timeJumps: readonly Date[]): Promise<number> {
  await apis[0]?.call('POST', '/notification/v1/quotas', { body: { protocol_id, limit, domain_id: 'd1' } });
  const pendingJumps = [...timeJumps];
  let granted = 0;
  const ask = async (turn: number) => {
    const body = { protocol_id, amount: 1, domain_id: 'd1' };
    const response = await apis[turn % 2]?.call('POST', '/notification/v1/quotas/consume', { body });
    if (response?.status === 200) granted += 1;
    else expect(response?.status).toBe(429);
    return response?.status === 200;
  };
  const caller = async (turn: number) => {
    for (let round = turn; (await ask(round)) || pendingJumps.length > 0; round += 1) {
      const jump =
        granted > (LIMIT / 2) * (timeJumps.length - pendingJumps.length + 1)
          ? pendingJumps.shift()
          : undefined;
      now = jump ?? now;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, turn) => caller(turn)));
  return granted;
}

const findUsage = (protocol_id: string) =>
  sql<{ day: string; consumed: number }>(
    database.url,
    `select day::text, consumed::int from quota_usage where protocol_id = $1 order by 1`,
    [protocol_id],
  );

describe('64 callers on two processes', () => {
  it('across midnight are granted at most the limit on each day', async () => {
    now = new Date('2026-11-20T23:59:59.990Z');
    const granted = await exhaustQuota('midnight', { day: LIMIT }, [new Date('2026-11-21T00:00:00.000Z')]);
    const [before, after, ...more] = await findUsage('midnight');
    expect(more).toEqual([]);
    expect(before?.consumed).toBeGreaterThan(LIMIT / 2);
    expect(before?.consumed).toBeLessThanOrEqual(LIMIT);
    expect(after).toEqual({ day: '2026-11-21', consumed: LIMIT });
    expect(granted).toBe((before?.consumed ?? 0) + LIMIT);
  });

  it('across midnight inside a month are granted exactly the limit of the month', async () => {
    now = new Date('2026-11-20T23:59:59.990Z');
    const granted = await exhaustQuota('month', { month: LIMIT }, [new Date('2026-11-21T00:00:00.000Z')]);
    const days = await findUsage('month');
    expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
    expect([granted, days.reduce((sum, { consumed }) => sum + consumed, 0)]).toEqual([LIMIT, LIMIT]);
  });

  it("across the month's end are granted at most the limit of each month", async () => {
    now = new Date('2026-12-31T23:59:59.999Z');
    const granted = await exhaustQuota('year', { day: LIMIT, month: LIMIT }, [
      new Date('2027-01-01T00:00:00.000Z'),
    ]);
    const [before, after] = await findUsage('year');
    expect(before?.consumed).toBeLessThanOrEqual(LIMIT);
    expect(after).toEqual({ day: '2027-01-01', consumed: LIMIT });
    expect(granted).toBe((before?.consumed ?? 0) + LIMIT);
  });

  it('with clocks that disagree about the day are granted exactly the limit of the month', async () => {
    const [early, late] = [new Date('2026-10-09T23:59:59.000Z'), new Date('2026-10-10T00:00:01.000Z')];
    let turn = 0;
    for (const { app } of apis) {
      for (const clock of app.get<typeof QuotaClock, QuotaClock>(QuotaClock, { strict: false, each: true })) {
        clock.now = () => ((turn += 1) % 2 === 0 ? early : late);
      }
    }
    expect(await exhaustQuota('skew', { month: LIMIT }, [])).toBe(LIMIT);
    const days = await findUsage('skew');
    expect(days).toHaveLength(2);
    expect(days.reduce((sum, { consumed }) => sum + consumed, 0)).toBe(LIMIT);
  });
});
