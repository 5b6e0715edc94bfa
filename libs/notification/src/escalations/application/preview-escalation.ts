import { Query } from '@nestjs/cqrs';
import type { AlertInfo, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { scanAlerts } from '../../previews/application/scan-alerts.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import type { Escalation } from '../domain/escalation.js';
import { previewRun, type PreviewedStep } from '../domain/preview-run.js';
import type { EscalationToCreate } from './change-escalation.js';

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
