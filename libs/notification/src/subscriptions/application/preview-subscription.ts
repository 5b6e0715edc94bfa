import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type {
  ChangeSelection,
  HistoryRequest,
  Membership,
  PastChange,
} from '#monitoring/contracts/alert-history.js';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import {
  HistoryReader,
  type ChangePreview,
  type DayCount,
  type Tally,
} from '../../previews/application/history-reader.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { QuotaLimits } from '../../quotas/application/ports/quota-limits.js';
import { previewQuota } from '../../quotas/domain/preview-quota.js';
import type { QuotaLimit, QuotaWindow } from '../../quotas/domain/quota-limit.js';
import type { SimulatedDay } from '../../quotas/domain/simulate-limit.js';
import { buildAlertQuery, type AlertFilter } from '../domain/subscription.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';
import { checkFilter, validateKinds } from './validate-fields.js';

/** The fields of a subscription that decide which changes it is notified of. */
interface ChangeSelector extends AlertFilter {
  readonly protocol_id: string;
  readonly project_id: string | null;
  readonly kinds: readonly string[];
}

interface ResolvedDraft extends ChangeSelector {
  /** The units that each notification takes. */
  readonly unitsEach: number;
}

/** The fields of a subscription to preview. With a stored subscription, its own values are the defaults. */
export interface SubscriptionDraft extends Partial<AlertFilter> {
  readonly protocol_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
}

export interface SubscriptionPreview extends ChangePreview {
  readonly notifications: number;
  readonly units: number;
  readonly quota: {
    readonly limit: QuotaLimit;
    readonly refused: number;
    readonly exceeded: QuotaWindow | null;
    readonly exceeded_at: string | null;
    readonly days: readonly SimulatedDay[];
  };
  /** Compares with the stored subscription; `null` unless the draft changes one. */
  readonly difference: {
    readonly present: number;
    readonly missing: number;
    readonly additional: number;
    readonly first_missing: readonly PastChange[];
    readonly first_additional: readonly PastChange[];
  } | null;
}

/** Returns what a subscription would have sent in the last days. Changes nothing. */
export class PreviewSubscription extends Query<SubscriptionPreview> {
  constructor(
    readonly scope: Scope,
    readonly days: number,
    readonly draft: SubscriptionDraft,
    /** The stored subscription that the draft changes. Without it, the draft must be complete. */
    readonly subscription_id?: string,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

const DAY = 86_400_000;

@QueryHandler(PreviewSubscription)
export class PreviewSubscriptionHandler implements IQueryHandler<PreviewSubscription> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly protocols: ProtocolRegistry,
    private readonly queries: AlertQueries,
    private readonly history: HistoryReader,
    private readonly limits: QuotaLimits,
    private readonly clock: Clock,
  ) {}

  execute(query: PreviewSubscription): Promise<SubscriptionPreview> {
    return this.history.run(query.scope.domain_id, (budget) => this.preview(query, budget), query.signal);
  }

  private async preview(
    { scope, days, draft, subscription_id }: PreviewSubscription,
    budget: PreviewBudget,
  ): Promise<SubscriptionPreview> {
    const { domain_id } = scope;
    const stored =
      subscription_id === undefined ? undefined : await this.subscriptions.find(scope, subscription_id);
    const selector = await this.resolveDraft(domain_id, draft, stored);
    const hasChanges = stored !== undefined && Object.values(draft).some((given) => given !== undefined);
    const to = this.clock.now();
    const request = {
      domain_id,
      from: new Date(to.getTime() - days * DAY),
      to,
      selections: hasChanges ? [toSelection(selector), toSelection(stored)] : [toSelection(selector)],
      signal: budget.signal,
    };
    return this.count(budget, request, selector);
  }

  private async resolveDraft(
    domain_id: string,
    draft: SubscriptionDraft,
    stored: (ChangeSelector & { readonly options: PluginOptions }) | undefined,
  ): Promise<ResolvedDraft> {
    const { protocol_id = stored?.protocol_id, filter = stored?.filter ?? [] } = draft;
    if (protocol_id === undefined) throw DomainError.required('protocol_id');
    const protocol = this.protocols.require(protocol_id);
    const { filter_or = stored?.filter_or ?? [], project_id = stored?.project_id ?? null } = draft;
    const kinds = validateKinds(draft.kinds ?? stored?.kinds, protocol);
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    const unitsEach =
      stored?.protocol_id === protocol_id ? this.protocols.countUnits(protocol_id, stored.options) : 1;
    return { protocol_id, project_id, kinds, filter, filter_or, unitsEach };
  }

  private async count(
    budget: PreviewBudget,
    request: HistoryRequest,
    { protocol_id, unitsEach }: ResolvedDraft,
  ): Promise<SubscriptionPreview> {
    const { domain_id, to, selections } = request;
    const isCompared = selections.length === 2;
    const membership: Membership = isCompared ? [true, null] : [true];
    const comparisons: readonly Membership[] = isCompared
      ? [
          [null, true],
          [false, true],
          [true, false],
        ]
      : [];
    const [tally, present, missing, additional] = await this.history.tally(budget, request, [
      membership,
      ...comparisons,
    ]);
    if (tally === undefined) throw new Error('nothing was counted');
    const limit = await this.limits.findLimit(domain_id, protocol_id);
    const { refused, days, shortage } = previewQuota(limit, toUnits(tally.days, unitsEach), to, unitsEach);
    return {
      ...tally.toPreview(request),
      notifications: tally.count,
      units: tally.count * unitsEach,
      quota: {
        limit,
        refused,
        exceeded: shortage?.window ?? null,
        exceeded_at: shortage
          ? await this.findShortageTime(
              budget,
              request,
              membership,
              shortage.day,
              shortage.granted / unitsEach,
            )
          : null,
        days,
      },
      difference: present && missing && additional ? compareTallies(present, missing, additional) : null,
    };
  }

  private async findShortageTime(
    budget: PreviewBudget,
    request: HistoryRequest,
    membership: Membership,
    day: string,
    grantedNotifications: number,
  ): Promise<string | null> {
    const start = Date.parse(`${day}T00:00:00Z`);
    const from = new Date(Math.max(start, request.from.getTime()));
    const to = new Date(Math.min(start + DAY, request.to.getTime()));
    return (
      (await this.history.findTimeAt(budget, { ...request, from, to }, membership, grantedNotifications)) ??
      null
    );
  }
}

function toSelection({ project_id, kinds, ...filter }: ChangeSelector): ChangeSelection {
  return { query: buildAlertQuery(filter, project_id), types: kinds };
}

const toUnits = (days: readonly DayCount[], unitsEach: number): readonly DayCount[] =>
  days.map(({ day, count }) => ({ day, count: count * unitsEach }));

function compareTallies(present: Tally, missing: Tally, additional: Tally) {
  return {
    present: present.count,
    missing: missing.count,
    additional: additional.count,
    first_missing: missing.firstChanges,
    first_additional: additional.firstChanges,
  };
}
