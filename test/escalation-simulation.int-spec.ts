import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import {
  expectTold,
  minute,
  MINUTES,
  plans,
  policies,
  SEED,
  SETTLE_S,
  type Act,
  type Policy,
  type Told,
} from './escalation-plans.js';
import { createEscalatedStore, type EscalatedStore } from './escalated-domain.js';

/** Seconds by which the beginning and end of an inhibition may be noticed late, twice. */
const TOLERANCE_S = 45;
const TICK_S = 10;

let store: EscalatedStore;
beforeAll(async () => {
  store = await createEscalatedStore();
});
afterAll(() => store.close());

/** A pool whose connections break before or after some statements, also in the middle of a commit. */
class BreakingPool extends IngestPool {
  share = 0;
  broken = 0;
  private state = SEED;

  /** As a transaction calls it. `query` of the pool itself gives a callback, and breaks nothing. */
  override connect(callback?: (...given: never[]) => void): never {
    if (callback !== undefined) return super.connect(callback as never) as never;
    return super.connect().then((client) => this.wrap(client)) as never;
  }

  private wrap(client: PoolClient & { isWrapped?: boolean }): PoolClient {
    if (client.isWrapped) return client;
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.isWrapped = true;
    client.query = ((...given: unknown[]) => {
      if (typeof given.at(-1) === 'function') return query(...given);
      return this.breakAround(() => query(...given));
    }) as typeof client.query;
    return client;
  }

  private async breakAround(run: () => unknown): Promise<unknown> {
    if (this.breaks()) throw new Error('the connection broke before a statement');
    const result = await run();
    if (this.breaks()) throw new Error('the connection broke after a statement');
    return result;
  }

  private breaks(): boolean {
    // A linear congruential generator, so that a seed gives the same breaks.
    this.state = (this.state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    const isBroken = this.state / 4_294_967_296 < this.share;
    if (isBroken) this.broken += 1;
    return isBroken;
  }
}

it('tells each step of each cycle exactly once or holds it, and none after an acknowledgement', async () => {
  const [somePolicies = [], somePlans = []] = [
    fc.sample(policies, { numRuns: 1, seed: SEED })[0],
    fc.sample(plans, { numRuns: 1, seed: SEED })[0],
  ];
  const domain = await store.createDomain();
  const fallback = await domain.subscribe('fallback', 'CHANGE');
  await store.pool.query(
    `update subscription set kinds = '["quota.low"]' where domain_id = $1 and trigger = 'CHANGE'`,
    [domain.domain_id],
  );
  for (const [index, { after, repeat }] of somePolicies.entries())
    await domain.escalate(`p${index}`, {
      rule: `p${index}`,
      steps: await Promise.all(
        after.map(async (seconds, step) => ({
          after: seconds,
          subscriptions: [await domain.subscribe(`p${index} ${step + 1}`)],
        })),
      ),
      ...(repeat && { repeat }),
      fallback,
    });
  // In the past, so that what the database dates is later than all that happens here.
  const start = Date.now() - (MINUTES + 1) * 60_000;
  const at = (seconds: number) => new Date(start + seconds * 1000);
  await domain.inhibit({
    source: [{ k: 'rule', v: 'source', o: 'eq' }],
    target: [{ k: 'rule', v: 'p', o: 'contain' }],
    equal: ['labels.of'],
    ...{ wait: 0, settle: SETTLE_S, max: 86_400 },
  });
  const acts = new Map<number, (() => Promise<string | undefined>)[]>();
  const plan = (seconds: number, act: () => Promise<string | undefined>) =>
    acts.set(seconds, [...(acts.get(seconds) ?? []), act]);
  const label = (name: string) =>
    store.pool.query('update alert set labels = $2 where alert_id = $1', [
      domain.idOf(name),
      JSON.stringify({ of: name.replace('source of ', '') }),
    ]);
  for (const [index, { policy, opens, held, worse, resolves }] of somePlans.entries()) {
    const name = `a${index}`;
    const act = (seconds: number, kind: Act, severity?: string) =>
      plan(seconds, async () => {
        if (resolves !== null && seconds > resolves) return undefined;
        return domain.write(at(seconds), name, kind, severity === undefined ? {} : { severity });
      });
    plan(opens, async () => {
      const xid = await domain.write(at(opens), name, 'opened', { rule: `p${policy}` });
      await label(name);
      return xid;
    });
    for (const [round, { by, from, to }] of held.entries()) {
      if (by === 'ack') {
        act(from, 'acknowledged');
        if (worse === null || from > worse || to < worse) act(to, 'unacknowledged');
      } else if (by === 'silence')
        plan(from, async () => {
          await store.pool.query(
            `insert into silence (silence_id, domain_id, name, filter, filter_or, starts_at, ends_at, reason, created_by, created_at,
               updated_at)
             values (gen_random_uuid(), $1, 's', $2, '[]', $3, $4, 'CHG-1', 'root', now(), now())`,
            [domain.domain_id, JSON.stringify([{ k: 'title', v: name, o: 'eq' }]), at(from), at(to)],
          );
          return undefined;
        });
      else {
        const source = `source of ${name}`;
        plan(from, async () => {
          const xid = await domain.write(at(from), source, round === 0 ? 'opened' : 'reopened', {
            rule: 'source',
          });
          await label(source);
          return xid;
        });
        plan(to, () => domain.write(at(to), source, 'resolved', { rule: 'source' }));
      }
    }
    if (worse !== null) act(worse, 'escalated', 'CRITICAL');
    if (resolves !== null) act(resolves, 'resolved');
  }

  const pool = new BreakingPool({ connectionString: store.databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  let escalations = store.restart(pool);
  for (let seconds = 0; seconds < minute(MINUTES); seconds += TICK_S) {
    let last: string | undefined;
    for (const act of acts.get(seconds) ?? []) last = (await act()) ?? last;
    if (last !== undefined) await domain.fanOut(last);
    // Killed now and then between two statements, and started anew.
    pool.share = seconds % 70 === 0 ? 0.1 : 0;
    await escalations.execute(at(seconds)).catch(() => undefined);
    if (pool.share > 0) {
      pool.share = 0;
      escalations = store.restart(pool);
      await store.pool.query('update escalation_run set look_at = $2 where domain_id = $1 and look_at > $2', [
        domain.domain_id,
        at(seconds),
      ]);
      await escalations.execute(at(seconds));
    }
    await domain.arrive();
  }
  await pool.end();
  expect(pool.broken).toBeGreaterThan(0);

  const { rows } = await store.pool.query<{ alert_id: string; at: Date; step: string; told: number }>(
    `select alert_id, at, concat_ws(' ', cycle || '/' || step, nullif(again, 0)) as step, told from escalation_entry
     where domain_id = $1 and what = 'TOLD' order by at, cycle, step, again`,
    [domain.domain_id],
  );
  const { rows: notified } = await store.pool.query<{ alert_id: string; at: Date }>(
    `select alert_id, created_at as at from notification
     where domain_id = $1 and escalation_id is not null order by created_at`,
    [domain.domain_id],
  );
  // One notification for each step that was told, and none without one.
  expect(notified).toHaveLength(rows.reduce((sum, { told }) => sum + told, 0));
  const problems = somePlans.flatMap((one, index) => {
    const expected = expectTold(somePolicies[one.policy] as Policy, one);
    const actual = rows
      .filter(({ alert_id }) => alert_id === domain.idOf(`a${index}`))
      .map((row) => ({ at: (row.at.getTime() - start) / 1000, step: row.step }));
    const tolerance = one.held.some(({ by }) => by === 'source') ? TOLERANCE_S : TICK_S;
    const end = minute(MINUTES) - tolerance - TICK_S;
    const isSame = (a: Told | undefined, b: Told | undefined) =>
      a === undefined || b === undefined
        ? (a ?? b)?.at === undefined || ((a ?? b)?.at ?? 0) >= end
        : a.step === b.step && Math.abs(a.at - b.at) <= tolerance;
    const length = Math.max(expected.length, actual.length);
    const isOk = Array.from({ length }, (_, n) => isSame(expected[n], actual[n])).every(Boolean);
    return isOk ? [] : [{ plan: one, policy: somePolicies[one.policy], expected, actual }];
  });
  expect(problems.slice(0, 1)).toEqual([]);
}, 3_600_000);
