import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AlertQueries, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { Escalation } from '../domain/escalation.js';
import { previewRun } from '../domain/preview-run.js';
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
  ) {
    super();
  }
}

const DAY_MS = 86_400_000;
/** The maximum numbers of alerts that are read, and that are listed. */
const MAX_READ = 5_000;
const MAX_LISTED = 50;

@QueryHandler(PreviewEscalation)
export class PreviewEscalationHandler implements IQueryHandler<PreviewEscalation> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly escalations: EscalationRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope: { domain_id }, days, draft }: PreviewEscalation): Promise<EscalationPreview> {
    const { project_id = null, filter = [], filter_or = [] } = draft;
    const to = this.clock.now();
    const from = new Date(to.getTime() - days * DAY_MS);
    const policy = Escalation.create({ ...draft, name: '', domain_id, project_id, created_by: '' }, to);
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    await this.escalations.check(domain_id, policy);
    const { alerts, runs, complete } = await previewRuns(this.queries, domain_id, policy, { from, to });
    const told = runs.flat();
    const receivers = await this.findReceivers(domain_id, policy, told);
    const counts = countEach(receivers);
    const names = await this.escalations.readNames(domain_id, [...counts.keys()]);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      alerts: alerts.length,
      unanswered: countUnanswered(policy, runs),
      steps: policy.steps.map((_, index) => ({
        step: index + 1,
        alerts: runs.filter((run) => run.some(({ step }) => step === index + 1)).length,
        messages: told.reduce(
          (sum, { step }, at) => sum + (step === index + 1 ? (receivers[at]?.length ?? 0) : 0),
          0,
        ),
      })),
      receivers: [...counts]
        .map(([subscription_id, messages]) => ({
          ...{ subscription_id, messages },
          name: names.get(subscription_id) ?? null,
        }))
        .toSorted((a, b) => b.messages - a.messages || (a.subscription_id < b.subscription_id ? -1 : 1)),
      nobody: receivers.filter((ids) => ids.length === 0).length,
      complete,
      first: alerts.slice(0, MAX_LISTED).map(({ alert_id, title, severity, opened_at }, at) => ({
        ...{ alert_id, title, severity, opened_at },
        steps: runs[at]?.length ?? 0,
      })),
    };
  }

  /** Returns whom each of these steps would have told. */
  private async findReceivers(
    domain_id: string,
    { steps }: Escalation,
    told: readonly { readonly step: number; readonly at: number }[],
  ): Promise<readonly (readonly string[])[]> {
    const schedules = steps.flatMap(({ on_call }) => on_call ?? []);
    const times = told.map(({ at }) => at);
    const members = await this.escalations.readMembers(domain_id, schedules, times);
    // All lists of a step and a watch are one: a storm would make millions.
    const lists = steps.map(() => new Map<readonly string[], readonly string[]>());
    return told.map(({ step }, place) => {
      const { subscriptions = [], on_call = null } = steps[step - 1] ?? {};
      const onCall = (on_call === null ? undefined : members.get(on_call)?.[place]) ?? NOBODY;
      const known = lists[step - 1]?.get(onCall);
      const list = known ?? [...new Set([...subscriptions, ...onCall])];
      if (known === undefined) lists[step - 1]?.set(onCall, list);
      return list;
    });
  }
}

/** What decides which alerts an escalation begins for, and when it tells somebody. */
type PastPolicy = Pick<Escalation, 'filter' | 'filter_or' | 'project_id' | 'repeat' | 'until'> & {
  readonly steps: readonly { readonly after: number }[];
};

/** Returns the newest alerts of a time that would have been escalated, each with the steps that would have been told. */
export async function previewRuns(
  queries: AlertQueries,
  domain_id: string,
  policy: PastPolicy,
  { from, to }: { readonly from: Date; readonly to: Date },
) {
  const { filter, filter_or, project_id } = policy;
  const since = { k: 'opened_at', v: from.toISOString(), o: 'datetime_gte' };
  const query = buildAlertQuery({ filter: [...filter, since], filter_or }, project_id);
  const found = await queries.find(domain_id, query, MAX_READ + 1);
  const alerts = found.slice(0, MAX_READ);
  return {
    alerts,
    runs: alerts.map((alert) => previewRun(policy, toPast(alert), to.getTime())),
    complete: found.length <= MAX_READ,
  };
}

/** Returns for how many alerts all steps would have been told, the last time. */
export const countUnanswered = (
  { steps, repeat }: Pick<PastPolicy, 'steps' | 'repeat'>,
  runs: readonly (readonly unknown[])[],
): number => runs.filter(({ length }) => length === steps.length * (1 + (repeat?.times ?? 0))).length;

const NOBODY: readonly string[] = [];

/** Returns how often each id is in the lists. */
function countEach(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const times = new Map<readonly string[], number>();
  for (const list of lists) times.set(list, (times.get(list) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [list, count] of times) for (const id of list) counts.set(id, (counts.get(id) ?? 0) + count);
  return counts;
}

function toPast({ opened_at, acknowledged_at, resolved_at }: AlertInfo) {
  return {
    opened: Date.parse(opened_at),
    acknowledged: acknowledged_at === null ? null : Date.parse(acknowledged_at),
    resolved: resolved_at === null ? null : Date.parse(resolved_at),
  };
}
