import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { scopeIn } from '../../../../test/quotas.js';
import { createAlerts, createSendingStore, type SendingStore } from '../../../../test/sending-store.js';
import { createConsumption, createUsageStore, type UsageStore } from '../../../../test/usage-store.js';
import { DatabaseQuotaClock } from '../../tables/quota-usage.js';
import { GetQuotaUsage, SimulateQuota } from '../../application/read-quotas.js';
import { Quota } from '../../domain/quota.js';
import { GetQuotaUsageHandler } from '../get-quota-usage.handler.js';
import { SimulateQuotaHandler } from '../simulate-quota.handler.js';

const DAY_MS = 86_400_000;
const CLOCK = new DatabaseQuotaClock();
let usage: UsageStore;
let sending: SendingStore;
let queries: QueryPool;
beforeAll(async () => {
  usage = await createUsageStore();
  sending = await createSendingStore({ day: 2 }, CLOCK);
  queries = new QueryPool({ connectionString: usage.url, max: 2 });
  queries.on('error', () => undefined);
});
afterAll(async () => {
  await queries.end();
  await Promise.all([usage.close(), sending.close()]);
});
afterEach(() => vi.useRealTimers());

const readDays = async (store: { readonly pool: SendingStore['pool'] }, protocol_id: string) => {
  const { rows } = await store.pool.query<{ behind: number; consumed: number }>(
    `select (clock_timestamp() at time zone 'utc')::date - day as behind, consumed::int from quota_usage
     where protocol_id = $1 order by day`,
    [protocol_id],
  );
  return rows;
};

describe.each([
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
])('a process whose clock is a day %s', (_, wrong) => {
  beforeEach(async () => {
    await sending.pool.query(
      'truncate notification, notification_lane, notification_hold, quota_usage, quota_consumption, subscription, subscription_health',
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrong });
  });

  it('consumes, releases and reads on the day of the database', async () => {
    const protocol_id = crypto.randomUUID();
    const quota = Quota.create({ domain_id: 'd1', protocol_id, limit: { day: 5 } }, new Date());
    await usage.quotas.add(scopeIn('d1'), quota);
    const ledger = usage.newLedger({}, CLOCK);
    const outcome = await ledger.consume(createConsumption(protocol_id, 4));
    expect(outcome).toMatchObject({ allowed: true, remaining: { day: 1 } });
    expect(await readDays(usage, protocol_id)).toEqual([{ behind: 0, consumed: 4 }]);

    const read = new GetQuotaUsageHandler(queries, CLOCK);
    const query = new GetQuotaUsage(scopeIn('d1'), quota.quota_id, {}, {});
    expect(await read.execute(query)).toMatchObject({ remaining: { day: 1 } });
    const simulate = new SimulateQuotaHandler(queries, CLOCK);
    const simulated = await simulate.execute(new SimulateQuota(scopeIn('d1'), quota.quota_id, { month: 4 }));
    expect(Math.abs(Date.parse(simulated.runs_out_at ?? '') - (Date.now() - wrong))).toBeLessThan(60_000);

    const consumption_id = (outcome.allowed && outcome.consumption_id) || '';
    expect(await ledger.release(scopeIn('d1'), { consumption_id, amount: 3 })).toMatchObject({
      remaining: { day: 4 },
    });
    const { rows } = await usage.pool.query<{ age: number }>(
      `select extract(epoch from clock_timestamp() - released_at)::float8 as age from quota_consumption
       where protocol_id = $1`,
      [protocol_id],
    );
    expect(Math.abs(rows[0]?.age ?? Infinity)).toBeLessThan(60);
  });

  it('holds notifications until the end of the day of the database, and tells of it', async () => {
    const domain_id = `d ${crypto.randomUUID()}`;
    const tell = { kinds: ['alert.opened', 'quota.exhausted'] };
    const subscription_id = await sending.subscribe('every', domain_id, tell);
    vi.useRealTimers();
    await sending.writeNotifications(createAlerts(subscription_id, 3, 'ERROR', { domain_id }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrong });
    // The last unit is reserved for the notification that says so.
    expect(await sending.claim()).toHaveLength(1);
    expect(new Set((await readDays(sending, 'every')).map(({ behind }) => behind))).toEqual(new Set([0]));
    expect(await sending.elapse()).toBe(0);
    expect(await sending.quotas.notify()).toBe(1);
    const { rows } = await sending.pool.query<{ ok: boolean }>(
      `select (message->'data'->'subject'->>'reset_at')::timestamptz
         = date_trunc('day', clock_timestamp(), 'utc') + interval '1 day' as ok
       from notification where domain_id = $1 and kind = 'quota.exhausted'`,
      [domain_id],
    );
    expect(rows).toEqual([{ ok: true }]);
  });
});
