import { Query } from '@nestjs/cqrs';
import type { PastChange } from '#monitoring/contracts/alert-history.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { Moment } from '#shared/query/instant.js';
import type { Repeat, Until } from '../../escalations/domain/escalation.js';
import type { InhibitionDraft } from '../../inhibitions/application/preview-inhibition.js';
import type { QuotaLimit, QuotaWindow } from '../../quotas/domain/quota-limit.js';
import type { WeeklyWindow } from '../../silences/domain/weekly-window.js';
import type { SubscriptionTrigger } from '../../subscriptions/domain/subscription-record.js';

interface DraftFilter {
  readonly filter?: readonly unknown[] | undefined;
  readonly filter_or?: readonly unknown[] | undefined;
}

/** Records as they would be. With an id they replace the stored one, otherwise they are new. */
export interface DraftSubscription extends DraftFilter {
  readonly subscription_id?: string | undefined;
  readonly name: string;
  readonly protocol_id: string;
  readonly project_id?: string | null | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly trigger?: SubscriptionTrigger | undefined;
  readonly enabled?: boolean | undefined;
  /** Only their names matter. */
  readonly options?: object | undefined;
}

export interface DraftSilence extends DraftFilter {
  readonly silence_id?: string | undefined;
  readonly name: string;
  readonly starts_at?: Moment | undefined;
  readonly ends_at: Moment;
  readonly weekly?: WeeklyWindow | null | undefined;
}

export interface DraftInhibition extends Omit<InhibitionDraft, 'project_id'> {
  readonly inhibition_id?: string | undefined;
  readonly name: string;
  readonly project_id?: string | null | undefined;
  readonly settle?: number | undefined;
  readonly enabled?: boolean | undefined;
}

export interface DraftEscalation extends DraftFilter {
  readonly escalation_id?: string | undefined;
  readonly name: string;
  readonly project_id?: string | null | undefined;
  readonly steps: readonly { readonly after: number }[];
  readonly repeat?: Repeat | null | undefined;
  readonly until?: Until | undefined;
}

export interface PlanDraft {
  readonly subscriptions?: readonly DraftSubscription[] | undefined;
  readonly silences?: readonly DraftSilence[] | undefined;
  readonly inhibitions?: readonly DraftInhibition[] | undefined;
  readonly escalations?: readonly DraftEscalation[] | undefined;
  readonly quotas?: readonly { readonly protocol_id: string; readonly limit: QuotaLimit }[] | undefined;
}

export interface SubscriptionEffect {
  /** `null`: it is new. */
  readonly subscription_id: string | null;
  readonly name: string;
  readonly project_id: string | null;
  readonly protocol_id: string;
  readonly trigger: SubscriptionTrigger;
  /** Notifications. */
  readonly before: number;
  readonly after: number;
  readonly more: number;
  readonly fewer: number;
  readonly first_more: readonly PastChange[];
  readonly first_fewer: readonly PastChange[];
}

export interface HeldAlerts {
  readonly inhibition_id: string | null;
  readonly name: string;
  readonly project_id: string | null;
  /** Alerts that it holds back. */
  readonly before: number;
  readonly after: number;
}

export interface EscalationRuns {
  /** Alerts that would have been escalated. */
  readonly alerts: number;
  readonly steps: number;
  readonly unanswered: number;
}

export interface EscalationEffect {
  readonly escalation_id: string | null;
  readonly name: string;
  readonly project_id: string | null;
  readonly before: EscalationRuns;
  readonly after: EscalationRuns;
  /** The newest of these alerts, after the plan. */
  readonly first: readonly {
    readonly alert_id: string;
    readonly title: string;
    readonly severity: string;
    readonly opened_at: string;
    readonly steps: number;
  }[];
}

export interface UnitUse {
  readonly limit: QuotaLimit;
  readonly units: number;
  readonly refused: number;
  readonly exceeded: QuotaWindow | null;
  readonly exceeded_on: string | null;
  readonly per_day: number;
  readonly per_month: number;
}

export interface QuotaEffect {
  readonly protocol_id: string;
  readonly before: UnitUse;
  readonly after: UnitUse;
}

export interface PlanPreview {
  readonly from: string;
  readonly to: string;
  /** Changes of alerts in this time. */
  readonly changes: number;
  /** Whether inhibitions and escalations considered all alerts of this time. */
  readonly complete: boolean;
  readonly subscriptions: readonly SubscriptionEffect[];
  readonly inhibitions: readonly HeldAlerts[];
  readonly escalations: readonly EscalationEffect[];
  readonly quotas: readonly QuotaEffect[];
}

/** Returns what adding and changing several records at once would have meant in the last days. Changes nothing. */
export class PreviewPlan extends Query<PlanPreview> {
  constructor(
    readonly scope: Scope,
    readonly days: number,
    readonly draft: PlanDraft,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
