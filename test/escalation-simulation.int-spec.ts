import fc from 'fast-check';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BreakingPool } from './breaking-pool.js';
import {
  ALERTS_OF_DOMAIN,
  expectTold,
  minute,
  MINUTES,
  plans,
  policies,
  SEED,
  SETTLE_S,
  type Act,
  type Happened,
  type HeldBy,
  type Plan,
  type Policy,
} from './escalation-plans.js';
import { createEscalatedStore, type EscalatedStore } from './escalated-domain.js';

/** Seconds by which the beginning and end of an inhibition may be noticed late, twice. */
const TOLERANCE_S = 45;
const TICK_S = 10;
/** Processes that share the work. */
const WORKERS = 2;
/** Every so many ticks, all processes are killed between two statements now and then, and started anew. */
const TICKS_TO_KILL = 7;
/** Seconds by which what could not be looked at is put off. */
const RETRY_S = 5;
const REASONS: Readonly<Record<string, HeldBy>> = {
  'the alert was acknowledged by jane': 'ack',
  'CHG-1': 'silence',
  'held back by the inhibition “cluster down”': 'source',
};

let store: EscalatedStore;
beforeAll(async () => {
  Logger.overrideLogger(false);
  store = await createEscalatedStore();
});
afterAll(async () => {
  Logger.overrideLogger(true);
  await store.close();
});

type Domain = Awaited<ReturnType<EscalatedStore['createDomain']>>;
/** @returns the transaction that wrote a change */
type Step = () => Promise<string | undefined>;

async function createDomainOf(some: readonly Policy[]): Promise<Domain> {
  const domain = await store.createDomain();
  const fallback = await domain.subscribe('fallback', 'CHANGE');
  await store.pool.query(
    `update subscription set kinds = '["quota.low"]' where domain_id = $1 and trigger = 'CHANGE'`,
    [domain.domain_id],
  );
  for (const [index, { after, repeat }] of some.entries()) {
    const steps = [];
    for (const [step, seconds] of after.entries())
      steps.push({ after: seconds, subscriptions: [await domain.subscribe(`p${index} ${step + 1}`)] });
    await domain.escalate(`p${index}`, { rule: `p${index}`, steps, ...(repeat && { repeat }), fallback });
  }
  await domain.inhibit({
    source: [{ k: 'rule', v: 'source', o: 'eq' }],
    target: [{ k: 'rule', v: 'p', o: 'contain' }],
    equal: ['labels.of'],
    ...{ wait: 0, settle: SETTLE_S, max: 86_400 },
  });
  return domain;
}

async function silence({ domain_id }: Domain, name: string, from: Date, to: Date): Promise<undefined> {
  await store.pool.query(
    `insert into silence (silence_id, domain_id, name, filter, filter_or, starts_at, ends_at, reason, created_by, created_at,
       updated_at)
     values (gen_random_uuid(), $1, 's', $2, '[]', $3, $4, 'CHG-1', 'root', now(), now())`,
    [domain_id, JSON.stringify([{ k: 'title', v: name, o: 'eq' }]), from, to],
  );
}

/** Returns what happens to an alert, by the second. */
function planActs(domain: Domain, name: string, plan: Plan, at: (seconds: number) => Date) {
  const { policy, opens, held, worse, resolves } = plan;
  const acts: { readonly seconds: number; readonly act: Step }[] = [];
  const add = (seconds: number, act: Step) => acts.push({ seconds, act });
  const write = (seconds: number, kind: Act, fields = {}) => {
    if (resolves === null || seconds < resolves || kind === 'resolved')
      add(seconds, () => domain.write(at(seconds), name, kind, fields));
  };
  const labels = { of: name };
  add(opens, () => domain.write(at(opens), name, 'opened', { rule: `p${policy}`, labels }));
  for (const [round, { by, from, to }] of held.entries())
    if (by === 'ack') {
      write(from, 'acknowledged');
      if (worse === null || from > worse || to < worse) write(to, 'unacknowledged');
    } else if (by === 'silence') add(from, () => silence(domain, name, at(from), at(to)));
    else {
      const kind = round === 0 ? 'opened' : 'reopened';
      const source = `source of ${name}`;
      add(from, () => domain.write(at(from), source, kind, { rule: 'source', labels }));
      add(to, () => domain.write(at(to), source, 'resolved', { rule: 'source' }));
    }
  if (worse !== null) write(worse, 'escalated', { severity: 'CRITICAL' });
  if (resolves !== null) write(resolves, 'resolved');
  return acts;
}

/** Processes that escalate. */
class Workers {
  readonly pools = Array.from(
    { length: WORKERS },
    (_, index) => new BreakingPool(store.databaseUrl, SEED + index),
  );
  starts = 0;
  private running = this.start();

  async execute(at: Date): Promise<void> {
    await Promise.all(this.running.map((worker) => worker.execute(at)));
  }

  async kill(at: Date): Promise<void> {
    for (const pool of this.pools) pool.share = 0.1;
    await Promise.all(this.running.map((worker) => worker.execute(at).catch(() => undefined)));
    for (const pool of this.pools) pool.share = 0;
    this.running = this.start();
  }

  async end(): Promise<number> {
    for (const pool of this.pools) await pool.end();
    return this.pools.reduce((sum, { broken }) => sum + broken, 0);
  }

  private start() {
    this.starts += 1;
    return this.pools.map((pool) => store.restart(pool));
  }
}

/** Marks all that waits as arrived. */
const arrive = () =>
  store.pool.query(
    `with lane as (delete from notification_lane returning subscription_id, subject_id)
     update notification n set state = 'SENT', attempt_count = 1, sent_at = now() from lane
     where n.subscription_id = lane.subscription_id and n.subject_id = lane.subject_id and n.state in ('PENDING', 'HELD')`,
  );

const retryNow = (domains: readonly string[], at: Date) =>
  store.pool.query(
    `update escalation_run set look_at = $2 where domain_id = any($1::text[]) and ended_at is null
       and look_at > $2 and look_at <= $2::timestamptz + interval '${RETRY_S} s'`,
    [domains, at],
  );

interface EntryRow {
  readonly alert_id: string;
  readonly at: number;
  readonly what: 'TOLD' | 'HELD';
  readonly step: string;
  readonly reason: string | null;
  readonly told: number;
}

async function readEntries(start: number): Promise<readonly EntryRow[]> {
  const { rows } = await store.pool.query<EntryRow>(
    `select alert_id, (extract(epoch from at) - $1::float8 / 1000)::float8 as at, what, reason, told,
       concat_ws(' ', cycle || '/' || step, nullif(again, 0)) as step
     from escalation_entry where what in ('TOLD', 'HELD') order by at, cycle, step, again`,
    [start],
  );
  return rows;
}

/**
 * Whether the same happened in the same order and at the same times. What is expected just before the alert is resolved, or at the
 * very end, may be missing: what comes late comes too late then. Nothing may happen after an alert was resolved.
 */
function isSame(
  expected: readonly Happened[],
  actual: readonly Happened[],
  { resolves, tolerance }: { readonly resolves: number | null; readonly tolerance: number },
): boolean {
  const late = tolerance + TICK_S;
  const end = minute(MINUTES);
  return Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) => {
    const [a, b] = [expected[index], actual[index]];
    if (a === undefined) return b !== undefined && b.at >= end - late;
    if (b === undefined) return a.at >= Math.min(resolves ?? end, end) - late;
    return a.what === b.what && Math.abs(a.at - b.at) <= tolerance;
  }).every(Boolean);
}

it(
  'tells each step of each cycle exactly once or holds it, and none after an acknowledgement',
  {
    timeout: 7_200_000,
    retry: 0,
  },
  async () => {
    const begun = performance.now();
    const [somePolicies = []] = fc.sample(policies, { numRuns: 1, seed: SEED });
    const [somePlans = []] = fc.sample(plans, { numRuns: 1, seed: SEED });
    const domains: Domain[] = [];
    while (domains.length * ALERTS_OF_DOMAIN < somePlans.length)
      domains.push(await createDomainOf(somePolicies));
    const domainIds = domains.map(({ domain_id }) => domain_id);
    const domainOf = (index: number) => domains[index % domains.length] as Domain;
    // In the past, so that what the database dates is later than all that happens here.
    const start = Date.now() - minute(MINUTES + 1) * 1000;
    const at = (seconds: number) => new Date(start + seconds * 1000);
    const acts = somePlans.flatMap((plan, index) =>
      planActs(domainOf(index), `a${index}`, plan, at).map((each) => ({ ...each, index })),
    );
    const bySecond = Map.groupBy(acts, ({ seconds }) => seconds);

    const workers = new Workers();
    for (let tick = 0; tick * TICK_S < minute(MINUTES); tick += 1) {
      const seconds = tick * TICK_S;
      const byAlert = Map.groupBy(bySecond.get(seconds) ?? [], ({ index }) => index);
      const written = await Promise.all(
        [...byAlert.values()].map(async (some) => {
          let last = '0';
          for (const { act } of some) last = (await act()) ?? last;
          return BigInt(last);
        }),
      );
      const last = written.reduce((a, b) => (a > b ? a : b), 0n);
      if (last > 0n) await store.fanOutAll(last.toString());
      if (tick % TICKS_TO_KILL === 0) {
        await workers.kill(at(seconds));
        await retryNow(domainIds, at(seconds));
      }
      await workers.execute(at(seconds));
      await arrive();
    }
    const broken = await workers.end();
    expect(broken).toBeGreaterThan(0);

    const entries = await readEntries(start);
    const told = entries.filter(({ what }) => what === 'TOLD');
    const held = entries.filter(({ what }) => what === 'HELD');
    const { rows: notified } = await store.pool.query<{ state: string; count: number }>(
      `select state, count(*)::int from notification where escalation_id is not null and kind = 'alert.opened' group by state`,
    );
    // One notification for each step that was told, and none without one.
    expect(notified).toEqual([{ state: 'SENT', count: told.reduce((sum, row) => sum + row.told, 0) }]);

    const byAlert = Map.groupBy(entries, ({ alert_id }) => alert_id);
    const problems = somePlans.flatMap((plan, index) => {
      const expected = expectTold(somePolicies[plan.policy] as Policy, plan);
      const own = byAlert.get(domainOf(index).idOf(`a${index}`)) ?? [];
      const actual = {
        told: own.filter(({ what }) => what === 'TOLD').map((row) => ({ at: row.at, what: row.step })),
        held: own
          .filter(({ what }) => what === 'HELD')
          .map((row) => ({ at: row.at, what: REASONS[row.reason ?? ''] ?? `${row.reason}` })),
      };
      const tolerance = plan.held.some(({ by }) => by === 'source') ? TOLERANCE_S : TICK_S;
      const bounds = { resolves: plan.resolves, tolerance };
      const isOk = isSame(expected.told, actual.told, bounds) && isSame(expected.held, actual.held, bounds);
      return isOk ? [] : [{ alert: `a${index}`, plan, policy: somePolicies[plan.policy], expected, actual }];
    });
    const count = (by: HeldBy) => held.filter(({ reason }) => REASONS[reason ?? ''] === by).length;
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.info(
      `${somePlans.length} alerts of ${domains.length} domain(s) by ${somePolicies.length} policies, seed ${SEED}: ${told.length} steps told; ` +
        `held ${count('ack')} by acknowledgements, ${count('silence')} by silences, ${count('source')} by inhibitions; ` +
        `${broken} statements broken, ${workers.starts - 1} restarts of ${WORKERS} processes; ${problems.length} problems; ${seconds} s`,
    );
    expect(problems.slice(0, 1)).toEqual([]);
  },
);
