import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { ChangeSelection, HistoryRequest, Membership } from '#monitoring/contracts/alert-history.js';
import type { Severity } from '#senders/plugin-api/event.js';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { HistoryReader } from '../../previews/application/read-history.js';
import { previewQuota } from '../../previews/domain/preview-quota.js';
import type { DayCount, PreviewedChange, Tally } from '../../previews/domain/tally.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { QuotaLimits } from '../../quotas/application/ports/quota-limits.js';
import type { QuotaLimit, QuotaWindow } from '../../quotas/domain/quota-limit.js';
import type { SimulatedDay } from '../../quotas/domain/simulate-limit.js';
import { queryOf } from '../domain/alert-query.js';
import type { AlertFilter } from '../domain/subscription.js';
import { checkFilter } from './check-filter.js';
import { checkedKinds } from './check-kinds.js';
import { SubscriptionRepository } from './ports/subscription-repository.js';

/** The fields of a subscription that decide which changes it is notified of. */
interface Told extends AlertFilter {
  readonly protocol_id: string;
  readonly project_id: string | null;
  readonly kinds: readonly string[];
}

/** The fields of a subscription to preview. With a stored subscription, its own values are the defaults. */
export interface SubscriptionDraft extends Partial<AlertFilter> {
  readonly protocol_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
}

export interface SubscriptionPreview {
  readonly from: string;
  readonly to: string;
  readonly notifications: number;
  readonly units: number;
  readonly days: readonly DayCount[];
  readonly by_severity: Readonly<Record<Severity, number>>;
  readonly first: readonly PreviewedChange[];
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
    readonly first_missing: readonly PreviewedChange[];
    readonly first_additional: readonly PreviewedChange[];
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

  async execute({
    scope,
    days,
    draft,
    subscription_id,
    signal,
  }: PreviewSubscription): Promise<SubscriptionPreview> {
    const { domain_id } = scope;
    const saved =
      subscription_id === undefined ? undefined : await this.subscriptions.find(scope, subscription_id);
    const told = await this.checked(domain_id, draft, saved);
    const isDraft = saved !== undefined && Object.values(draft).some((given) => given !== undefined);
    const to = this.clock.now();
    const request = {
      domain_id,
      from: new Date(to.getTime() - days * DAY),
      to,
      selections: isDraft ? [selectionOf(told), selectionOf(saved)] : [selectionOf(told)],
      signal,
    };
    return this.history.run(domain_id, () => this.preview(request, told));
  }

  private async checked(domain_id: string, draft: SubscriptionDraft, saved: Told | undefined): Promise<Told> {
    const { protocol_id = saved?.protocol_id, filter = saved?.filter ?? [] } = draft;
    if (protocol_id === undefined) throw DomainError.required('protocol_id');
    const protocol = this.protocols.require(protocol_id);
    const { filter_or = saved?.filter_or ?? [], project_id = saved?.project_id ?? null } = draft;
    const kinds = checkedKinds(draft.kinds ?? saved?.kinds, protocol);
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    return { protocol_id, project_id, kinds, filter, filter_or };
  }

  private async preview(request: HistoryRequest, { protocol_id }: Told): Promise<SubscriptionPreview> {
    const { domain_id, from, to, selections } = request;
    const isCompared = selections.length === 2;
    const all: Membership = isCompared ? [true, null] : [true];
    const compared: readonly Membership[] = isCompared
      ? [
          [null, true],
          [false, true],
          [true, false],
        ]
      : [];
    const [told, present, missing, additional] = await this.history.tally(request, [all, ...compared]);
    if (told === undefined) throw new Error('nothing was counted');
    const limit = await this.limits.of(domain_id, protocol_id);
    const { refused, days, shortage } = previewQuota(limit, told.days, to);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      notifications: told.count,
      units: told.count,
      days: told.days,
      by_severity: told.severities,
      first: told.first,
      quota: {
        limit,
        refused,
        exceeded: shortage?.window ?? null,
        exceeded_at: shortage ? await this.shortageAt(request, all, shortage) : null,
        days,
      },
      difference: present && missing && additional ? differenceOf(present, missing, additional) : null,
    };
  }

  private async shortageAt(
    request: HistoryRequest,
    all: Membership,
    { day, granted }: { readonly day: string; readonly granted: number },
  ): Promise<string | null> {
    const start = Date.parse(`${day}T00:00:00Z`);
    const from = new Date(Math.max(start, request.from.getTime()));
    const to = new Date(Math.min(start + DAY, request.to.getTime()));
    return (await this.history.timeOf({ ...request, from, to }, all, granted)) ?? null;
  }
}

function selectionOf({ project_id, kinds, ...filter }: Told): ChangeSelection {
  return { query: queryOf(filter, project_id), types: kinds };
}

function differenceOf(present: Tally, missing: Tally, additional: Tally) {
  return {
    present: present.count,
    missing: missing.count,
    additional: additional.count,
    first_missing: missing.first,
    first_additional: additional.first,
  };
}
