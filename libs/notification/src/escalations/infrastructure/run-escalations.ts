import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { AlertQueries, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { formatId } from '#shared/kernel/ids.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { lockInhibitions } from '../../inhibitions/tables/inhibition-tables.js';
import { lockSilences } from '../../silences/tables/decide-silenced.js';
import { findDue, look, recordOutcomes, type Look } from '../domain/run.js';
import type { Entry } from '../tables/entries.js';
import {
  DUE_DOMAINS_SQL,
  endRuns,
  getRunKey,
  lockDueRuns,
  MAX_LOOK_SECONDS,
  postponeDue,
  type StoredRun,
} from '../tables/runs.js';
import { readOutcomes } from '../tables/step-receivers.js';
import { findHolders, selectHolder, type Holder } from './find-holders.js';
import { tellSteps, type LookedAt } from './tell-steps.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 1_000;
/** The maximum number of alerts in one transaction. */
const MAX_RUNS = 200;
/** Milliseconds between two looks while a silence or an inhibition may begin or end. */
const RULES_MS = 10_000;
/** The same while nothing but the steps can change anything. */
const IDLE_MS = MAX_LOOK_SECONDS * 1000;
/** Milliseconds between two looks at notifications that may not arrive: a tenth of the time for which they have waited. */
const MIN_WATCH_MS = 2_000;
const WATCH_SHARE = 0.1;
/** Milliseconds after which an alert is over although the change that says so was not read. */
const UNREAD_MS = 60_000;
const RETRY_MS = 5_000;
/** Failures one after the other after which a domain is put off. */
const MAX_FAILURES = 3;

interface DueDomain {
  readonly domain_id: string;
  readonly now: Date;
}

/**
 * Tells the steps of escalations that are due, once a second. Several processes share the work. What a step tells, and that it was told,
 * is stored in one transaction, which holds the lock of the escalation and those of the silences and inhibitions.
 */
@Injectable()
export class RunEscalations {
  private readonly logger = new Logger('Escalations');

  constructor(
    private readonly pool: IngestPool,
    private readonly queries: AlertQueries,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** @param at replaces the clock of the database in tests */
  @Every(INTERVAL_MS)
  async execute(at?: Date): Promise<void> {
    for (let rounds = 0; rounds < MAX_RUNS; rounds += 1) {
      const domains = await this.findDueDomains(at);
      let count = 0;
      for (const domain of domains) count += await this.runDomain(domain);
      if (count === 0) return;
    }
  }

  private async findDueDomains(at: Date | undefined): Promise<readonly DueDomain[]> {
    const { rows } = await this.pool.query<DueDomain>({
      name: 'domains with escalations that are due',
      text: DUE_DOMAINS_SQL,
      values: [at ?? null],
    });
    return rows;
  }

  /** @returns how many were looked at */
  private async runDomain(domain: DueDomain): Promise<number> {
    try {
      return await this.lookAtDue(domain, MAX_RUNS);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.warn(
        `escalations of ${domain.domain_id} failed; each is looked at alone: ${getLogMessage(error)}`,
      );
      return this.runSeparately(domain);
    }
  }

  /**
   * Uses one transaction for each, so that one that cannot be looked at does not stop the others. If one after the other fails, all are
   * put off: then it is not because of them, and the other domains wait.
   */
  private async runSeparately(domain: DueDomain): Promise<number> {
    const { domain_id, now } = domain;
    let failures = 0;
    for (let count = 0; count < MAX_RUNS; count += 1)
      try {
        if ((await this.lookAtDue(domain, 1)) === 0) return count;
        failures = 0;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        this.logger.error(
          `an escalation of ${domain_id} failed, and is looked at again: ${getLogMessage(error)}`,
        );
        failures += 1;
        await postponeDue(this.pool, domain_id, now, RETRY_MS, failures < MAX_FAILURES ? 1 : null);
        if (failures === MAX_FAILURES) return count;
      }
    return MAX_RUNS;
  }

  private lookAtDue({ domain_id, now }: DueDomain, limit: number): Promise<number> {
    return inTransaction(this.pool, (client) => this.lookAt(client, domain_id, now, limit));
  }

  private async lookAt(client: ClientBase, domain_id: string, now: Date, limit: number): Promise<number> {
    // Silences and inhibitions are locked before all else, the order everywhere.
    const silences = await lockSilences(client, { domains: [domain_id], from: now, to: now });
    const inhibitions = await lockInhibitions(client, [domain_id]);
    const runs = await lockDueRuns(client, domain_id, now, limit);
    if (runs.length === 0) return 0;
    const alerts = await this.loadAlerts(domain_id, runs);
    const openAlerts = new Map([...alerts].filter(([, { state }]) => state === 'OPEN'));
    const holders = await findHolders(client, this.queries, { silences, inhibitions }, openAlerts, now);
    const outcomes = await readOutcomes(
      client,
      runs.flatMap(({ alert_id, state }) =>
        state.held === null && openAlerts.has(alert_id) ? state.waiting.map(({ id }) => id) : [],
      ),
      now,
    );
    const settles = new Map(inhibitions.map(({ inhibition_id, settle }) => [inhibition_id, settle * 1000]));
    const hasRules = silences.length + inhibitions.length > 0;
    const looked = runs.flatMap((run): readonly LookedAt[] => {
      const alert = alerts.get(run.alert_id);
      if (alert === undefined || isLongOver(alert, now)) return [];
      const holder: Holder =
        alert.state === 'OPEN'
          ? selectHolder(run, alert, holders.get(run.alert_id))
          : { held: run.state.held };
      if (alert.state !== 'OPEN')
        return [{ ...keep(run, alert), look_at: new Date(now.getTime() + INTERVAL_MS) }];
      // Nothing settles if the inhibition does not take effect any more.
      const settleMs = settles.get(run.state.inhibition_id ?? '') ?? 0;
      return [this.decide(run, alert, holder, { outcomes, settleMs, hasRules, now })];
    });
    const kept = new Set(looked.map(({ run }) => getRunKey(run)));
    await endRuns(
      client,
      runs.filter((run) => !kept.has(getRunKey(run))),
    );
    await tellSteps(client, looked, domain_id, now, this.publicUrl, planLook(hasRules, now));
    return runs.length;
  }

  private decide(
    run: StoredRun,
    alert: AlertInfo,
    holder: Holder,
    { outcomes, settleMs, hasRules, now }: Decision,
  ): LookedAt {
    const isFree = run.state.held === null;
    const settled = isFree ? recordOutcomes(run.state, outcomes) : { run: run.state, isLost: false };
    const { held, since, inhibition_id, reason = null } = holder;
    const found: Look = look(settled.run, run.policy, {
      ...{ held, since, inhibition_id, settleMs, isLost: settled.isLost },
      ...{ now: now.getTime(), severity: alert.severity },
    });
    const entries: Omit<Entry, 'run'>[] = [];
    const note = (what: Entry['what'], why: string | null) => {
      const { cycle, step, again } = run.state;
      entries.push({ what, reason: why, cycle, step, again, told: 0, at: now });
    };
    if (settled.isLost) note('LOST', 'none of its notifications arrived');
    if (held !== null && isFree) note('HELD', reason);
    const withdraw_before = mustWithdraw(run, alert, held, now) ? now : null;
    if (withdraw_before !== null)
      note('WITHDRAWN', `it has lasted for ${run.policy.acknowledged_for ?? 0} seconds`);
    const until = Math.min(holder.until ?? Infinity, findAcknowledgedEnd(run, alert) ?? Infinity);
    const look_at =
      withdraw_before ??
      new Date(Math.min(until, planLook(hasRules, now)({ ...run, state: found.run }).getTime()));
    return {
      run: { ...run, withdraw_before },
      alert,
      found,
      entries,
      look_at: held === null ? undefined : look_at,
    };
  }

  /** @returns by uuid */
  private async loadAlerts(
    domain_id: string,
    runs: readonly StoredRun[],
  ): Promise<ReadonlyMap<string, AlertInfo>> {
    const ids = new Map(runs.map(({ alert_id }) => [formatId('alert', alert_id), alert_id]));
    const alerts = await this.queries.load(domain_id, [...ids.keys()]);
    return new Map([...alerts].map(([id, alert]) => [ids.get(id) ?? '', alert]));
  }
}

interface Decision {
  readonly outcomes: Parameters<typeof recordOutcomes>[1];
  readonly settleMs: number;
  /** Whether a silence or an inhibition may begin or end soon. */
  readonly hasRules: boolean;
  readonly now: Date;
}

const keep = (run: StoredRun, alert: AlertInfo): LookedAt => ({
  ...{ run, alert, entries: [] },
  found: { run: run.state, telling: undefined },
});

function isLongOver({ state, resolved_at }: AlertInfo, now: Date): boolean {
  return state === 'RESOLVED' && resolved_at !== null && Date.parse(resolved_at) < now.getTime() - UNREAD_MS;
}

function findAcknowledgedEnd({ policy }: StoredRun, alert: AlertInfo): number | undefined {
  const { acknowledged, acknowledged_at, acknowledged_until } = alert;
  if (policy.acknowledged_for === null || !acknowledged || acknowledged_at === null) return undefined;
  return acknowledged_until === null
    ? Date.parse(acknowledged_at) + policy.acknowledged_for * 1000
    : undefined;
}

function mustWithdraw(run: StoredRun, alert: AlertInfo, held: Holder['held'], now: Date): boolean {
  const end = findAcknowledgedEnd(run, alert);
  return held === 'ACKNOWLEDGED' && end !== undefined && end <= now.getTime();
}

/** Returns when to look again: when the next step is due, but soon enough to see what else may happen. */
const planLook =
  (hasRules: boolean, now: Date) =>
  ({ state, policy }: StoredRun): Date => {
    const at = now.getTime();
    // An acknowledgement counts before silences and inhibitions, and fan-out says when it is withdrawn.
    const isRuled = state.held === null ? hasRules : state.held !== 'ACKNOWLEDGED';
    const waited = Math.max(MIN_WATCH_MS, (at - (state.told_at ?? at)) * WATCH_SHARE);
    return new Date(
      Math.min(
        at + (isRuled ? RULES_MS : IDLE_MS),
        findDue(state, policy) ?? Infinity,
        state.resumes_at ?? Infinity,
        state.waiting.length > 0 ? at + waited : Infinity,
      ),
    );
  };
