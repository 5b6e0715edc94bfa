import type { ClientBase } from 'pg';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { parseId, uuidFromHash } from '#shared/kernel/ids.js';
import { acknowledgeRun, findDue, restartRun, startRun } from '../domain/run.js';
import { writeEntries, type Entry } from './entries.js';
import { lockPolicies, type StoredPolicy } from './policies.js';
import {
  endRuns,
  getRunKey,
  lockRunsOf,
  MAX_LOOK_SECONDS,
  storeRuns,
  type PlannedRun,
  type StoredRun,
} from './runs.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { advanceLanes, encodeLaneKeys, type Lane } from '../../delivery/tables/notification-lanes.js';
import { buildToldCondition, mayHaveArrivedSql } from '../../delivery/tables/told-condition.js';
import { getUuidTime, lowestUuidNear } from '#shared/query/instant.js';
import { getPairKey, type SubscriptionAlert } from '../../silences/tables/silenced-alerts.js';

/** Kinds of changes with which an escalation can begin. */
export const STARTING_KINDS: ReadonlySet<string> = new Set([
  'opened',
  'reopened',
  'escalated',
  'deescalated',
]);

interface EscalatedChanges {
  readonly changes: readonly AlertChange[];
  /** The policies of the domains. */
  readonly policies: readonly StoredPolicy[];
  /** The policies that match each change. */
  readonly matched: ReadonlyMap<AlertChange, readonly StoredPolicy[]>;
}

/** What runs for the alerts of a page, and the policies (uuids) that still exist, locked to the end of the transaction. */
interface LockedEscalations {
  readonly runs: readonly StoredRun[];
  readonly existing: ReadonlySet<string>;
}

/** Must be called before lanes are locked. */
export async function lockEscalations(
  client: ClientBase,
  { changes: all, policies, matched }: EscalatedChanges,
): Promise<LockedEscalations> {
  const changes = selectEscalated(all, policies);
  const existing = await lockPolicies(
    client,
    changes.flatMap((change) => (matched.get(change) ?? []).map(({ escalation_id }) => escalation_id)),
  );
  const alertIds = [...new Set(changes.map(({ alert_id }) => parseId('alert', alert_id)))];
  return { runs: await lockRunsOf(client, alertIds), existing };
}

/**
 * Begins, holds, restarts and ends escalations as the changes of a page say, and cancels what was not sent before an
 * acknowledgement. Called in the transaction that moves the cursors, before other lanes are locked.
 * @param waits until when openings wait for an alert that explains them
 * @returns the keys of the subscriptions and alerts of which nothing is told any more, as `getPairKey` makes them
 */
export async function followChanges(
  client: ClientBase,
  { changes: all, policies, matched }: EscalatedChanges,
  waits: ReadonlyMap<AlertChange, Date>,
  { runs, existing }: LockedEscalations,
  now: Date,
): Promise<ReadonlySet<string>> {
  const changes = selectEscalated(all, policies);
  if (changes.length === 0) return new Set();
  const follower = new Follower(runs, existing, now);
  for (const change of changes) follower.apply(change, matched.get(change) ?? [], waits.get(change));
  await endRuns(client, follower.ended);
  await storeRuns(client, follower.stored);
  await writeEntries(client, follower.entries);
  return cancelSteps(client, follower.acknowledged);
}

function selectEscalated(
  changes: readonly AlertChange[],
  policies: readonly StoredPolicy[],
): readonly AlertChange[] {
  const domains = new Set(policies.map(({ domain_id }) => domain_id));
  return changes.filter(({ domain_id }) => domains.has(domain_id));
}

class Follower {
  readonly entries: Entry[] = [];
  readonly acknowledged: StoredRun[] = [];
  /** What runs for each alert, by its uuid and the uuid of the policy. */
  private readonly runs = new Map<string, Map<string, StoredRun>>();
  private readonly touched = new Map<string, PlannedRun>();
  private readonly over = new Map<string, StoredRun>();

  constructor(
    before: readonly StoredRun[],
    private readonly existing: ReadonlySet<string>,
    private readonly now: Date,
  ) {
    for (const run of before) this.runsOf(run.alert_id).set(run.escalation_id, run);
  }

  get stored(): readonly PlannedRun[] {
    return [...this.touched.values()];
  }

  get ended(): readonly StoredRun[] {
    return [...this.over.values()];
  }

  apply(change: AlertChange, policies: readonly StoredPolicy[], wait: Date | undefined): void {
    const { kind, severity, state } = change;
    const alert_id = parseId('alert', change.alert_id);
    const at = Date.parse(change.changed_at);
    const runs = this.runsOf(alert_id);
    if (state === 'RESOLVED') {
      for (const run of runs.values()) this.end(run);
      return;
    }
    for (const run of runs.values()) {
      if (kind === 'acknowledged') this.acknowledge(run, change, at);
      else if (kind === 'unacknowledged') this.store(run, this.soon(at));
      else if (kind === 'escalated') {
        const state = restartRun(run.state, severity, at);
        if (state === undefined) continue;
        this.entries.push(
          createEntry({ ...run, state }, 'RESTARTED', `its severity rose to ${severity}`, at),
        );
        this.store({ ...run, state, withdraw_before: new Date(at) }, this.soon(at));
      }
    }
    if (!STARTING_KINDS.has(kind)) return;
    for (const { escalation_id, domain_id, policy } of policies) {
      if (runs.has(escalation_id) || !this.existing.has(escalation_id)) continue;
      const { xid, index } = change.position;
      const run: StoredRun = {
        ...{ escalation_id, alert_id, domain_id, policy },
        run_id: uuidFromHash(new Date(at), escalation_id, alert_id, xid, index),
        state: startRun(at, wait?.getTime() ?? null),
        event_id: change.event_id === null ? null : parseId('event', change.event_id),
        // Somebody may have acknowledged it while it was less severe.
        withdraw_before: kind === 'escalated' && policy.until === 'ACKNOWLEDGED' ? new Date(at) : null,
      };
      const due = findDue(run.state, policy) ?? at;
      if (run.withdraw_before !== null) this.store(run, this.soon(at));
      else this.store(run, new Date(Math.min(due, this.now.getTime() + MAX_LOOK_SECONDS * 1000)));
    }
  }

  private acknowledge(run: StoredRun, { severity, actor }: AlertChange, at: number): void {
    const state = acknowledgeRun(run.state, run.policy, severity, at);
    if (state === run.state) return;
    this.acknowledged.push(run);
    const by = actor === null ? '' : ` by ${actor}`;
    if (run.state.held !== 'ACKNOWLEDGED')
      this.entries.push(createEntry({ ...run, state }, 'HELD', `the alert was acknowledged${by}`, at));
    this.store({ ...run, state }, this.soon(at));
  }

  private soon(at: number): Date {
    return new Date(Math.min(at, this.now.getTime()));
  }

  private store(run: StoredRun, look_at: Date): void {
    this.runsOf(run.alert_id).set(run.escalation_id, run);
    this.touched.set(getRunKey(run), { ...run, look_at });
  }

  private end(run: StoredRun): void {
    this.runsOf(run.alert_id).delete(run.escalation_id);
    this.touched.delete(getRunKey(run));
    this.over.set(getRunKey(run), run);
  }

  private runsOf(alert_id: string): Map<string, StoredRun> {
    const known = this.runs.get(alert_id);
    if (known !== undefined) return known;
    const runs = new Map<string, StoredRun>();
    this.runs.set(alert_id, runs);
    return runs;
  }
}

function createEntry(run: StoredRun, what: Entry['what'], reason: string, at: number): Entry {
  const { cycle, step, again } = run.state;
  return { run, what, reason, cycle, step, again, told: 0, at: new Date(at) };
}

const CANCEL_REASON = 'the alert was acknowledged before it was sent';

/** A condition on `n`, the notification of a step, and `run`: an acknowledgement has stopped the escalation. */
export const IS_STOPPED_SQL =
  "(run.escalation_id = n.escalation_id and run.alert_id = n.alert_id and run.held = 'ACKNOWLEDGED')";

/**
 * Cancels the notifications of steps that nobody can have got yet, also those that were refused and wait for the next attempt. What is
 * being sent may arrive, and stays.
 * @returns the keys of the subscriptions and alerts of which nothing is told any more
 */
async function cancelSteps(client: ClientBase, runs: readonly StoredRun[]): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const oldest = Math.min(...runs.map(({ run_id }) => getUuidTime(run_id)));
  const selection = [
    encodeUuids(runs.map(({ escalation_id }) => escalation_id)),
    encodeUuids(runs.map(({ alert_id }) => alert_id)),
    lowestUuidNear(oldest),
  ];
  const isOfRun = (
    n: string,
  ) => `${n}.notification_id >= $3 and ${n}.state in ('PENDING', 'HELD') and not ${mayHaveArrivedSql(n)}
    and (${n}.escalation_id, ${n}.alert_id) in (select * from unnest($1::uuid[], $2::uuid[]))`;
  const { rows: lanes } = await client.query<Lane & { readonly head_id: string }>({
    name: 'lanes of steps that are not needed',
    text: `
      select lane.subscription_id, lane.subject_id, lane.floor_id, lane.head_id
      from notification_lane lane
      where lane.digest_id is null and lane.subject_id = any($2::uuid[]) and exists (
        select from notification n
        where n.subscription_id = lane.subscription_id and n.subject_id = lane.subject_id and ${isOfRun('n')})
      order by lane.subscription_id, lane.subject_id for update of lane`,
    values: selection,
  });
  if (lanes.length === 0) return new Set();
  const { rows: cancelled } = await client.query<SubscriptionAlert & { readonly notification_id: string }>({
    name: 'cancel steps',
    text: `
      update notification n set state = 'CANCELLED', next_attempt_at = null, reason = '${CANCEL_REASON}'
      from unnest($4::uuid[], $5::uuid[]) as t (subscription_id, subject_id)
      join notification_lane lane on lane.subscription_id = t.subscription_id and lane.subject_id = t.subject_id
      where n.subscription_id = t.subscription_id and n.subject_id = t.subject_id and ${isOfRun('n')}
        and (lane.attempt_id is null or lane.head_id <> n.notification_id)
      returning n.notification_id, n.subscription_id, n.alert_id`,
    values: [...selection, ...encodeLaneKeys(lanes)],
  });
  const ids = new Set(cancelled.map(({ notification_id }) => notification_id));
  await advanceLanes(
    client,
    lanes.filter(({ head_id }) => ids.has(head_id)),
  );
  return findUntold(client, cancelled, selection[2] as string);
}

/**
 * Cancels those of these notifications (uuids) of steps that an acknowledgement has stopped: they were being sent then, and were refused.
 * Their lanes must be locked, and advance.
 * @returns those that were cancelled
 */
export async function cancelStopped(
  client: ClientBase,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await client.query<{ notification_id: string }>({
    name: 'cancel steps that were stopped',
    text: `
      update notification n set state = 'CANCELLED', next_attempt_at = null, reason = '${CANCEL_REASON}'
      from escalation_run run
      where n.notification_id = any($1::uuid[]) and n.notification_id >= $2 and ${IS_STOPPED_SQL}
        and not ${mayHaveArrivedSql('n')}
      returning n.notification_id`,
    values: [encodeUuids(ids), ids.toSorted()[0]],
  });
  return new Set(rows.map(({ notification_id }) => notification_id));
}

async function findUntold(
  client: ClientBase,
  cancelled: readonly SubscriptionAlert[],
  since: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<SubscriptionAlert>({
    name: 'told in spite of cancelled steps',
    text: `
      select distinct n.subscription_id, n.alert_id from notification n
      where n.notification_id >= $3 and (n.subscription_id, n.alert_id) in (select * from unnest($1::uuid[], $2::uuid[]))
        and ${buildToldCondition('n')}`,
    values: [
      encodeUuids(cancelled.map(({ subscription_id }) => subscription_id)),
      encodeUuids(cancelled.map(({ alert_id }) => alert_id)),
      since,
    ],
  });
  const told = new Set(rows.map(getPairKey));
  return new Set(cancelled.map(getPairKey).filter((key) => !told.has(key)));
}
