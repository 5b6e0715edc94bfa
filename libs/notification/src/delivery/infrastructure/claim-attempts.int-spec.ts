import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeIntegers, encodeTexts, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { createSendingStore, type SendingStore } from '../../../test/sending-store.js';
import { ClaimRotation } from '../domain/claim-rotation.js';
import { BUSY_SUBSCRIPTIONS_SQL, DUE_LANES_SQL } from './claim-attempts.js';

const CLAIM_SIZE = 64;
let store: SendingStore;
beforeAll(async () => void (store = await createSendingStore()));
afterAll(() => store.close());
beforeEach(() =>
  store.pool.query(
    'truncate notification, notification_lane, quota_usage, quota_consumption, subscription, subscription_health',
  ),
);

const subscribe = async (domain_id: string, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await store.subscribe('every', domain_id));
  return ids;
};
/** Writes notifications of this number of alerts for each subscription. */
const writeNotifications = (domain_id: string, subscriptions: readonly string[], alerts: number) =>
  store.writeNotifications(
    subscriptions.flatMap((subscription_id) =>
      Array.from({ length: alerts }, () => ({
        ...{ domain_id, subscription_id, severity: 'ERROR', alert_id: crypto.randomUUID() },
      })),
    ),
  );
const listDomains = (attempts: readonly { readonly domain_id: string }[]) =>
  new Set(attempts.map(({ domain_id }) => domain_id));

describe('claim of due attempts', () => {
  it('includes every domain, even if another has many subscriptions', async () => {
    await writeNotifications('a', await subscribe('a', 30), 10);
    for (const small of ['b', 'c', 'd']) await writeNotifications(small, await subscribe(small, 1), 1);
    const { attempts } = await store.log.claim(CLAIM_SIZE, new ClaimRotation().cursor, []);
    expect(attempts).toHaveLength(CLAIM_SIZE);
    expect(listDomains(attempts)).toEqual(new Set(['a', 'b', 'c', 'd']));
  });

  it('reaches every subscription of a domain over successive claims', async () => {
    const ids = await subscribe('a', 30);
    await writeNotifications('a', ids, 10);
    const rotation = new ClaimRotation();
    const claimed: string[] = [];
    for (let hasMore = true; hasMore;) {
      const { attempts, progress } = await store.log.claim(CLAIM_SIZE, rotation.cursor, []);
      claimed.push(...attempts.map(({ subscription_id }) => subscription_id));
      hasMore = rotation.recordProgress(progress);
    }
    // Each subscription has the maximum number of attempts under way.
    const counts = Map.groupBy(claimed, (id) => id);
    expect(new Set(counts.keys())).toEqual(new Set(ids));
    expect(new Set([...counts.values()].map((its) => its.length))).toEqual(new Set([8]));
  });

  it('skips domains that are given as busy', async () => {
    for (const domain of ['a', 'b']) await writeNotifications(domain, await subscribe(domain, 2), 1);
    const { attempts, progress } = await store.log.claim(CLAIM_SIZE, new ClaimRotation().cursor, ['a']);
    expect(listDomains(attempts)).toEqual(new Set(['b']));
    expect(new ClaimRotation().recordProgress({ ...progress, dueCount: 0 })).toBe(false);
  });

  it('leaves lanes due for which their domain has no place', async () => {
    for (const domain of ['a', 'b']) await writeNotifications(domain, await subscribe(domain, 2), 4);
    const left = new Map([
      ['a', 3],
      ['b', 0],
    ]);
    const takePlace = (domain_id: string) => {
      const places = left.get(domain_id) ?? 0;
      left.set(domain_id, places - 1);
      return places > 0;
    };
    const { attempts } = await store.log.claim(CLAIM_SIZE, new ClaimRotation().cursor, [], takePlace);
    expect(attempts.map(({ domain_id }) => domain_id)).toEqual(['a', 'a', 'a']);
    expect(await store.claim()).toHaveLength(13);
  });

  it('refills slots of delivered attempts at once, unless the circuit breaker is open', async () => {
    const ids = await subscribe('a', 1);
    await writeNotifications('a', ids, 20);
    const claimed = (await store.claim()).map(({ attempt_id }) => attempt_id);
    expect(claimed).toHaveLength(8);
    const claim = (delivered: readonly string[]) =>
      store.log.claim(CLAIM_SIZE, new ClaimRotation().cursor, [], undefined, new Set(delivered));
    expect((await claim(claimed.slice(0, 3))).attempts).toHaveLength(3);
    expect((await claim(claimed.slice(0, 3))).attempts).toEqual([]);
    // While the circuit breaker is open, a delivered attempt counts until its outcome is stored.
    await store.pool.query('update subscription_health set failures = 5');
    expect((await claim(claimed)).attempts).toEqual([]);
  });

  it('reads no more rows if a hundred times as many lanes are due', { timeout: 120_000 }, async () => {
    const ids = await subscribe('a', 20);
    await fillLanes(ids, 100);
    const few = await countRowsRead(ids);
    await fillLanes(ids, 9_900);
    const many = await countRowsRead(ids);
    expect(few).toBeGreaterThan(0);
    expect(many).toBe(few);
  });
});

/** Inserts lanes without notifications: a claim finds due lanes without reading notifications. */
async function fillLanes(subscriptions: readonly string[], lanesPerSubscription: number): Promise<void> {
  await store.pool.query(
    `insert into notification_lane (subscription_id, subject_id, domain_id, protocol_id, head_id, floor_id, expires_at,
       next_attempt_at)
     select id, gen_random_uuid(), 'a', 'every', gen_random_uuid(), gen_random_uuid(), now() + interval '1 day',
       now() - interval '1 minute'
     from unnest($1::uuid[]) id cross join generate_series(1, $2)`,
    [subscriptions, lanesPerSubscription],
  );
  await store.pool.query('analyze notification_lane');
}

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** Returns the number of rows that both statements of a claim read. */
async function countRowsRead(subscriptions: readonly string[]): Promise<number> {
  const statements = [
    [BUSY_SUBSCRIPTIONS_SQL, ['', [], [], []]],
    [
      DUE_LANES_SQL,
      [encodeUuids(subscriptions), CLAIM_SIZE, encodeUuids([]), encodeTexts([]), encodeIntegers([])],
    ],
  ] as const;
  let read = 0;
  for (const [text, values] of statements) {
    const { rows } = await store.pool.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) ${text}`,
      [...values],
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan !== undefined) read += countRows(plan);
  }
  return read;
}

function countRows(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const below = (plan.Plans ?? []).reduce((sum, child) => sum + countRows(child), 0);
  return below + (plan['Relation Name'] === 'notification_lane' ? own : 0);
}
