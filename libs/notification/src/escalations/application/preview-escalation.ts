import { Query } from '@nestjs/cqrs';
import type { AlertInfo, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { Scope } from '#shared/kernel/scope.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import type { Escalation } from '../domain/escalation.js';
import { previewRun } from '../domain/preview-run.js';
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
  ) {
    super();
  }
}

/** The maximum number of alerts that are read. */
const MAX_READ = 5_000;

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

function toPast({ opened_at, acknowledged_at, resolved_at }: AlertInfo) {
  return {
    opened: Date.parse(opened_at),
    acknowledged: acknowledged_at === null ? null : Date.parse(acknowledged_at),
    resolved: resolved_at === null ? null : Date.parse(resolved_at),
  };
}
