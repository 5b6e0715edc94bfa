import { Query } from '@nestjs/cqrs';
import type { AlertInfo, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { getTopLevelField } from '#shared/kernel/key-path.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { scanAlerts } from '../../previews/application/scan-alerts.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { toPastAlert, type PastAlert } from '../domain/preview-held.js';

export interface InhibitionDraft {
  readonly source: readonly unknown[];
  readonly target: readonly unknown[];
  readonly equal?: readonly string[] | undefined;
  readonly wait?: number | undefined;
  readonly max?: number | undefined;
  readonly project_id?: string | undefined;
}

export type PreviewedAlert = Pick<AlertInfo, 'alert_id' | 'title' | 'severity' | 'opened_at'>;

export interface InhibitionPreview {
  readonly from: string;
  readonly to: string;
  /** The alerts of these days that are sources, and targets. */
  readonly sources: number;
  readonly targets: number;
  /** Targets that would have been held back. */
  readonly held: number;
  /** Whether all alerts of these days were read. */
  readonly complete: boolean;
  /** The newest of those held back, each with its source. */
  readonly first: readonly { readonly alert: PreviewedAlert; readonly source: PreviewedAlert }[];
  /** Sources that would have held something back, and that no subscription is told of. */
  readonly untold_sources: readonly PreviewedAlert[];
}

/** Returns what an inhibition would have held back in the last days. Changes nothing. */
export class PreviewInhibition extends Query<InhibitionPreview> {
  constructor(
    readonly scope: Scope,
    readonly days: number,
    readonly draft: InhibitionDraft,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

interface PastRoles extends Pick<InhibitionDraft, 'source' | 'target'> {
  readonly domain_id: string;
  readonly project_id?: string | null | undefined;
  readonly equal: readonly string[];
  readonly from: Date;
}

type ShownAlert = PreviewedAlert & PastAlert;

const SHOWN = ['alert_id', 'title', 'severity', 'opened_at'] as const;
const DECIDING = ['resolved_at', 'last_received_at'] as const;
/** Fields that can be compared, by the first part of their names. All others are read anyway. */
const COMPARED = ['webhook_id', 'project_id', 'event_key', 'rule', 'source', 'resource', 'labels'] as const;

/** Returns the newest alerts since a time that are sources, and targets, and whether these are all. */
export async function findPastRoles(
  queries: AlertQueries,
  budget: PreviewBudget,
  { source, target, project_id, domain_id, equal, from }: PastRoles,
) {
  const compared = COMPARED.filter((name) => equal.some((field) => getTopLevelField(field) === name));
  const fields = [...SHOWN, ...DECIDING, ...compared];
  const find = async (conditions: readonly unknown[], field: 'opened_at' | 'last_received_at') => {
    const filter = [...conditions, { k: field, v: from.toISOString(), o: 'datetime_gte' }];
    const query = buildAlertQuery({ filter, filter_or: [] }, project_id ?? null);
    const found: ShownAlert[] = [];
    const complete = await scanAlerts(queries, budget, { domain_id, query, fields }, (alert) => {
      // What is compared may be long, and is not kept.
      found.push({ ...show(alert), ...toPastAlert(equal, alert) });
    });
    return { found, complete };
  };
  const sources = await find(source, 'last_received_at');
  const targets = await find(target, 'opened_at');
  return {
    sources: sources.found,
    targets: targets.found,
    complete: sources.complete && targets.complete,
  };
}

export const show = ({ alert_id, title, severity, opened_at }: PreviewedAlert): PreviewedAlert => ({
  ...{ alert_id, title, severity, opened_at },
});
