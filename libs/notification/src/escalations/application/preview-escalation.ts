import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AlertQueries, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { HistoryReader } from '../../previews/application/history-reader.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { scanAlerts } from '../../previews/application/scan-alerts.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { Escalation } from '../domain/escalation.js';
import { previewRun, type PreviewedStep } from '../domain/preview-run.js';
import type { EscalationToCreate } from './create-escalation.js';
import { EscalationRepository } from './ports/escalation-repository.js';

export type EscalationDraft = Omit<EscalationToCreate, 'name'>;

export interface EscalationPreview {
  readonly from: string;
  readonly to: string;
  /** The alerts of these days that would have been escalated. */
  readonly alerts: number;
  /** Those for which all steps would have been told, the last time. */
  readonly unanswered: number;
  /** How often each step would have been told. */
  readonly steps: readonly { readonly step: number; readonly alerts: number; readonly messages: number }[];
  /** How many messages each subscription would have got, the most first. */
  readonly receivers: readonly {
    readonly subscription_id: string;
    readonly name: string | null;
    readonly messages: number;
  }[];
  /** Steps that nobody would have been told of. */
  readonly nobody: number;
  /** Whether all alerts of these days were read. */
  readonly complete: boolean;
  /** The newest of these alerts. */
  readonly first: readonly (Pick<AlertInfo, 'alert_id' | 'title' | 'severity' | 'opened_at'> & {
    readonly steps: number;
  })[];
}

/** Returns what a policy would have told in the last days. Changes nothing. */
export class PreviewEscalation extends Query<EscalationPreview> {
  constructor(
    readonly scope: Scope,
    readonly days: number,
    readonly draft: EscalationDraft,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

const DAY_MS = 86_400_000;
/** The maximum number of alerts that are listed. */
const MAX_LISTED = 50;

@QueryHandler(PreviewEscalation)
export class PreviewEscalationHandler implements IQueryHandler<PreviewEscalation> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly escalations: EscalationRepository,
    private readonly history: HistoryReader,
    private readonly clock: Clock,
  ) {}

  execute(query: PreviewEscalation): Promise<EscalationPreview> {
    return this.history.run(query.scope.domain_id, (budget) => this.preview(query, budget), query.signal);
  }

  private async preview(
    { scope: { domain_id }, days, draft }: PreviewEscalation,
    budget: PreviewBudget,
  ): Promise<EscalationPreview> {
    const { project_id = null, filter = [], filter_or = [] } = draft;
    const to = this.clock.now();
    const from = new Date(to.getTime() - days * DAY_MS);
    const policy = Escalation.create({ ...draft, name: '', domain_id, project_id, created_by: '' }, to);
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    await this.escalations.check(domain_id, policy);
    const schedules = policy.steps.flatMap(({ on_call }) => on_call ?? []);
    const members = await this.escalations.readMembers(domain_id, schedules, { from, to });
    const tally = new MessageTally(policy, members);
    const past = { domain_id, from, to };
    const runs = await previewRuns(this.queries, budget, policy, past, (run) => tally.add(run));
    const counts = tally.countReceivers();
    const names = await this.escalations.readNames(domain_id, [...counts.keys()]);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      alerts: runs.alerts.length,
      unanswered: runs.unanswered,
      steps: tally.steps,
      receivers: [...counts]
        .map(([subscription_id, messages]) => ({
          ...{ subscription_id, messages },
          name: names.get(subscription_id) ?? null,
        }))
        .toSorted((a, b) => b.messages - a.messages || (a.subscription_id < b.subscription_id ? -1 : 1)),
      nobody: tally.nobody,
      complete: runs.complete,
      first: runs.alerts.slice(0, MAX_LISTED),
    };
  }
}

const NOBODY: readonly string[] = [];

/** Counts whom steps would have told. */
class MessageTally {
  nobody = 0;
  readonly steps: { readonly step: number; alerts: number; messages: number }[];
  /** All lists of a step and a watch are one: a storm would make millions. */
  private readonly lists: Map<readonly string[], readonly string[]>[];
  private readonly counts = new Map<readonly string[], number>();

  constructor(
    private readonly policy: Pick<Escalation, 'steps'>,
    private readonly members: Awaited<ReturnType<EscalationRepository['readMembers']>>,
  ) {
    this.steps = policy.steps.map((_, index) => ({ step: index + 1, alerts: 0, messages: 0 }));
    this.lists = policy.steps.map(() => new Map());
  }

  /** Adds the steps of an alert. */
  add(run: readonly PreviewedStep[]): void {
    for (const { step, at } of run) {
      const list = this.findReceivers(step, at);
      this.counts.set(list, (this.counts.get(list) ?? 0) + 1);
      if (list.length === 0) this.nobody += 1;
      const counted = this.steps[step - 1];
      if (counted !== undefined) counted.messages += list.length;
    }
    // Steps are told in their order, and repetitions begin with the first.
    for (const counted of this.steps.slice(0, run.length)) counted.alerts += 1;
  }

  /** Returns how many messages each subscription would have got. */
  countReceivers(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [list, count] of this.counts)
      for (const id of list) counts.set(id, (counts.get(id) ?? 0) + count);
    return counts;
  }

  private findReceivers(step: number, at: number): readonly string[] {
    const { subscriptions = [], on_call = null } = this.policy.steps[step - 1] ?? {};
    const onCall = (on_call === null ? undefined : this.members.get(on_call)?.(at)) ?? NOBODY;
    const known = this.lists[step - 1]?.get(onCall);
    const list = known ?? [...new Set([...subscriptions, ...onCall])];
    if (known === undefined) this.lists[step - 1]?.set(onCall, list);
    return list;
  }
}

/** What decides which alerts an escalation begins for, and when it tells somebody. */
type PastPolicy = Pick<Escalation, 'filter' | 'filter_or' | 'project_id' | 'repeat' | 'until'> & {
  readonly steps: readonly { readonly after: number }[];
};

interface PastTime {
  readonly domain_id: string;
  readonly from: Date;
  readonly to: Date;
}

const READ = ['alert_id', 'title', 'severity', 'opened_at', 'acknowledged_at', 'resolved_at'] as const;

/** Returns the newest alerts of a time that would have been escalated, each with the number of steps that would have been told. */
export async function previewRuns(
  queries: AlertQueries,
  budget: PreviewBudget,
  policy: PastPolicy,
  { domain_id, from, to }: PastTime,
  onRun: (run: readonly PreviewedStep[]) => void = () => undefined,
) {
  const { filter, filter_or, project_id, steps, repeat } = policy;
  const since = { k: 'opened_at', v: from.toISOString(), o: 'datetime_gte' };
  const query = buildAlertQuery({ filter: [...filter, since], filter_or }, project_id);
  const found: Pick<AlertInfo, (typeof READ)[number]>[] = [];
  const asked = { domain_id, query, fields: READ };
  const complete = await scanAlerts(queries, budget, asked, (alert) => found.push(alert));
  const alerts: EscalationPreview['first'][number][] = [];
  let unanswered = 0;
  for (const { acknowledged_at, resolved_at, ...alert } of found) {
    await budget.pause();
    const run = previewRun(
      policy,
      {
        opened: Date.parse(alert.opened_at),
        acknowledged: acknowledged_at === null ? null : Date.parse(acknowledged_at),
        resolved: resolved_at === null ? null : Date.parse(resolved_at),
      },
      to.getTime(),
    );
    onRun(run);
    alerts.push({ ...alert, steps: run.length });
    // All steps were told, the last time.
    if (run.length === steps.length * (1 + (repeat?.times ?? 0))) unanswered += 1;
  }
  return { alerts, unanswered, complete };
}
