import type { ClientBase } from 'pg';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { parseId, uuidFromHash } from '#shared/kernel/ids.js';
import { acknowledgeRun, findDue, restartRun, startRun } from '../domain/run.js';
import { cancelSteps } from './cancel-steps.js';
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

/** Kinds of changes with which an escalation can begin. */
export const STARTING_KINDS: ReadonlySet<string> = new Set([
  'opened',
  'reopened',
  'escalated',
  'deescalated',
]);

export interface EscalatedChanges {
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
