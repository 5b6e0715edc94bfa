import type { ClientBase, Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import {
  encodeBigints,
  encodeBooleans,
  encodeIntegers,
  encodeJsonbs,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import type { EscalationPolicy } from '../domain/escalation.js';
import { findDue, isLastStep, type Run } from '../domain/run.js';

/** Seconds between two looks at an escalation, at most. */
export const MAX_LOOK_SECONDS = 60;

/** An alert that escalates by a policy. Ids are uuids, except for those in the policy. */
export interface StoredRun {
  readonly escalation_id: string;
  readonly alert_id: string;
  readonly domain_id: string;
  /** Another one each time that the alert opens. */
  readonly run_id: string;
  /** As it was when the escalation began. */
  readonly policy: EscalationPolicy;
  readonly state: Run;
  /** The event that opened the alert, or made it match. */
  readonly event_id: string | null;
  /** If set, an acknowledgement from before this time is to be withdrawn. */
  readonly withdraw_before: Date | null;
}

export interface PlannedRun extends StoredRun {
  readonly look_at: Date;
}

/** What identifies a run among those of all alerts. */
export const getRunKey = ({ escalation_id, alert_id }: Pick<StoredRun, 'escalation_id' | 'alert_id'>) =>
  `${escalation_id} ${alert_id}`;

const COLUMNS = 'escalation_id, alert_id, domain_id, run_id, policy, state, event_id, withdraw_before';

/** Locks what runs for these alerts, to the end of the transaction. Must be called before lanes are locked. */
export async function lockRunsOf(
  client: ClientBase,
  alertIds: readonly string[],
): Promise<readonly StoredRun[]> {
  if (alertIds.length === 0) return [];
  const { rows } = await client.query<StoredRun>({
    name: 'escalations of alerts',
    text: `
      select ${COLUMNS} from escalation_run where alert_id = any($1::uuid[]) and ended_at is null
      order by escalation_id, alert_id for update`,
    values: [encodeUuids(alertIds)],
  });
  return rows;
}

/** How far what runs for an alert has got. Whoever was told by a step is told of what follows. Ids are uuids. */
export interface Progress {
  readonly domain_id: string;
  readonly escalation_id: string;
  readonly alert_id: string;
  readonly run_id: string;
  readonly cycle: number;
  readonly step: number;
  readonly again: number;
}

/** Returns how far what runs for these alerts has got, in the order of {@link lockRunsOf}. Locks nothing. */
export async function readProgress(
  client: ClientBase,
  alertIds: readonly string[],
): Promise<readonly Progress[]> {
  if (alertIds.length === 0) return [];
  const { rows } = await client.query<Progress>({
    name: 'progress of escalations',
    text: `
      select domain_id, escalation_id, alert_id, run_id, (state ->> 'cycle')::int as cycle, step,
        (state ->> 'again')::int as again
      from escalation_run where alert_id = any($1::uuid[]) and ended_at is null
      order by escalation_id, alert_id`,
    values: [encodeUuids(alertIds)],
  });
  return rows;
}

/**
 * Returns of which of these alerts of a domain something is still to be told, now or when nothing holds it back any more. Nothing
 * follows an acknowledgement, as long as it lasts. uuids
 */
export async function findEscalating(
  client: RecordReader,
  domain_id: string,
  alertIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ alert_id: string }>({
    name: 'alerts with steps to come',
    text: `
      select distinct alert_id from escalation_run
      where domain_id = $1 and alert_id = any($2::uuid[]) and ended_at is null
        and (next_at is not null or held in ('SILENCED', 'INHIBITED'))`,
    values: [domain_id, encodeUuids(alertIds)],
  });
  return new Set(rows.map(({ alert_id }) => alert_id));
}

export const getProgress = ({ domain_id, escalation_id, alert_id, run_id, state }: StoredRun): Progress => ({
  ...{ domain_id, escalation_id, alert_id, run_id },
  ...{ cycle: state.cycle, step: state.step, again: state.again },
});

/** Later times were written while the clock of the database was ahead. */
const AHEAD = `interval '${MAX_LOOK_SECONDS + 1} s'`;

/**
 * The domains in which something is due, and the time. Runs once a second in every worker: goes from domain to domain in an index,
 * so that however much is due in one of them, the others are found. `$1` replaces the clock in tests.
 */
export const DUE_DOMAINS_SQL = `
  with recursive clock as materialized (
    select date_trunc('milliseconds', coalesce($1::timestamptz, clock_timestamp())) as now
  ), domain as (
    (select domain_id from escalation_run where ended_at is null order by domain_id limit 1)
    union all
    select (
      select run.domain_id from escalation_run run where run.ended_at is null and run.domain_id > domain.domain_id
      order by run.domain_id limit 1
    ) from domain where domain.domain_id is not null
  )
  select domain_id, clock.now from domain cross join clock cross join lateral (
    (select look_at from escalation_run run where run.domain_id = domain.domain_id and run.ended_at is null
     order by look_at limit 1)
    union all
    (select look_at from escalation_run run where run.domain_id = domain.domain_id and run.ended_at is null
     order by look_at desc limit 1)
  ) as extreme
  group by domain_id, clock.now
  having min(look_at) <= clock.now or max(look_at) > clock.now + ${AHEAD}`;

/** What is due in a domain, the earliest first. Skips what another transaction has locked. */
const LOCK_DUE = `
  from escalation_run
  where domain_id = $1 and ended_at is null and withdraw_before is null
    and (look_at <= $2 or look_at > $2::timestamptz + ${AHEAD})
  order by look_at, escalation_id, alert_id limit $3 for update skip locked`;

/** Locks what is due in a domain. */
export async function lockDueRuns(
  client: ClientBase,
  domain_id: string,
  now: Date,
  limit: number,
): Promise<readonly StoredRun[]> {
  const { rows } = await client.query<StoredRun>({
    name: 'escalations that are due',
    text: `select ${COLUMNS} ${LOCK_DUE}`,
    values: [domain_id, now, limit],
  });
  return rows;
}

/** Puts off the first that {@link lockDueRuns} would lock. @param limit how many; `null`: all */
export async function postponeDue(
  pool: Pool,
  domain_id: string,
  now: Date,
  byMs: number,
  limit: number | null,
): Promise<void> {
  await pool.query({
    name: 'put escalations off',
    text: `
      with first as materialized (select escalation_id, alert_id ${LOCK_DUE})
      update escalation_run run set look_at = $2::timestamptz + $4::int * interval '1 ms'
      from first where run.escalation_id = first.escalation_id and run.alert_id = first.alert_id`,
    values: [domain_id, now, limit, byMs],
  });
}

/** Stores what runs, in the order in which it is locked. What has ended for the alert is begun anew. */
export async function storeRuns(client: ClientBase, runs: readonly PlannedRun[]): Promise<void> {
  if (runs.length === 0) return;
  const dueOf = ({ state, policy }: StoredRun) => {
    const due = findDue(state, policy);
    return due === null ? null : new Date(due);
  };
  await client.query({
    name: 'store escalations',
    text: `
      insert into escalation_run as run (escalation_id, alert_id, domain_id, run_id, policy, state, event_id, withdraw_before,
        step, held, next_at, is_last, look_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::jsonb[], $6::jsonb[], $7::uuid[],
        $8::timestamptz[], $9::int[], $10::text[], $11::timestamptz[], $12::boolean[], $13::timestamptz[])
      order by 1, 2
      on conflict (escalation_id, alert_id) do update set
        run_id = excluded.run_id, policy = excluded.policy, state = excluded.state, event_id = excluded.event_id,
        withdraw_before = excluded.withdraw_before, step = excluded.step, held = excluded.held,
        next_at = excluded.next_at, is_last = excluded.is_last, look_at = excluded.look_at, ended_at = null,
        shown = run.shown and run.ended_at is null and run.step = excluded.step
          and run.next_at is not distinct from excluded.next_at`,
    values: [
      encodeUuids(runs.map(({ escalation_id }) => escalation_id)),
      encodeUuids(runs.map(({ alert_id }) => alert_id)),
      encodeTexts(runs.map(({ domain_id }) => domain_id)),
      encodeUuids(runs.map(({ run_id }) => run_id)),
      encodeJsonbs(runs.map(({ policy }) => JSON.stringify(policy))),
      encodeJsonbs(runs.map(({ state }) => JSON.stringify(state))),
      encodeUuids(runs.map(({ event_id }) => event_id)),
      encodeTimes(runs.map(({ withdraw_before }) => withdraw_before)),
      encodeIntegers(runs.map(({ state }) => state.step)),
      encodeTexts(runs.map(({ state }) => state.held)),
      encodeTimes(runs.map(dueOf)),
      encodeBooleans(runs.map(({ state, policy }) => isLastStep(state, policy))),
      encodeTimes(runs.map(({ look_at }) => look_at)),
    ],
  });
}

/** Stores when runs were looked at, and will be again, where nothing else has changed. They are locked. */
export async function storeLooks(client: ClientBase, runs: readonly PlannedRun[]): Promise<void> {
  if (runs.length === 0) return;
  await client.query({
    name: 'escalations were looked at',
    text: `
      update escalation_run run set look_at = t.look_at, state = jsonb_set(run.state, '{looked_at}', to_jsonb(t.looked_at))
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::bigint[]) as t (escalation_id, alert_id, look_at, looked_at)
      where run.escalation_id = t.escalation_id and run.alert_id = t.alert_id`,
    values: [
      encodeUuids(runs.map(({ escalation_id }) => escalation_id)),
      encodeUuids(runs.map(({ alert_id }) => alert_id)),
      encodeTimes(runs.map(({ look_at }) => look_at)),
      encodeBigints(runs.map(({ state }) => state.looked_at)),
    ],
  });
}

/** The row stays until the alert no longer shows the escalation. */
export async function endRuns(
  client: ClientBase,
  runs: readonly Pick<StoredRun, 'escalation_id' | 'alert_id'>[],
): Promise<void> {
  if (runs.length === 0) return;
  await client.query({
    name: 'end escalations',
    text: `
      update escalation_run run set ended_at = clock_timestamp(), withdraw_before = null, shown = false
      from unnest($1::uuid[], $2::uuid[]) as t (escalation_id, alert_id)
      where run.escalation_id = t.escalation_id and run.alert_id = t.alert_id`,
    values: [
      encodeUuids(runs.map(({ escalation_id }) => escalation_id)),
      encodeUuids(runs.map(({ alert_id }) => alert_id)),
    ],
  });
}

/** Ends all that runs by a policy (uuid) which was deleted. The timelines of the alerts say so. */
export async function endRunsOf(manager: EntityManager, escalation_id: string): Promise<void> {
  await manager.query(
    `with locked as materialized (
       select escalation_id, alert_id from escalation_run where escalation_id = $1 and ended_at is null
       order by alert_id for update
     ), ended as (
       update escalation_run run set ended_at = clock_timestamp(), withdraw_before = null, shown = false
       from locked where run.escalation_id = locked.escalation_id and run.alert_id = locked.alert_id
       returning run.*
     )
     insert into escalation_entry (run_id, cycle, step, again, what, domain_id, alert_id, escalation_id, name, reason, told, at)
     select run_id, (state ->> 'cycle')::int, step, (state ->> 'again')::int, 'ENDED', domain_id, alert_id, escalation_id,
       policy ->> 'name', 'it was deleted', 0, clock_timestamp()
     from ended on conflict do nothing`,
    [escalation_id],
  );
}
