import { Query } from '@nestjs/cqrs';
import type { AlertInfo, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { Scope } from '#shared/kernel/scope.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';

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
  ) {
    super();
  }
}

/** The maximum number of alerts of each filter that are read. */
const MAX_READ = 5_000;

/** Returns the newest alerts since a time that are sources, and targets, and whether these are all. */
export async function findPastRoles(
  queries: AlertQueries,
  domain_id: string,
  {
    source,
    target,
    project_id,
  }: Pick<InhibitionDraft, 'source' | 'target'> & {
    readonly project_id?: string | null | undefined;
  },
  from: Date,
) {
  const find = (conditions: readonly unknown[], field: 'opened_at' | 'last_received_at') => {
    const filter = [...conditions, { k: field, v: from.toISOString(), o: 'datetime_gte' }];
    const query = buildAlertQuery({ filter, filter_or: [] }, project_id ?? null);
    return queries.find(domain_id, query, MAX_READ + 1);
  };
  const sources = await find(source, 'last_received_at');
  const targets = await find(target, 'opened_at');
  return {
    sources: sources.slice(0, MAX_READ),
    targets: targets.slice(0, MAX_READ),
    complete: sources.length <= MAX_READ && targets.length <= MAX_READ,
  };
}
