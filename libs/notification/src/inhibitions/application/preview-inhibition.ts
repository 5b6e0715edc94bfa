import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AlertQueries, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { validateEqual, validateTime } from '../domain/inhibition.js';
import { findHeld } from '../domain/preview-held.js';
import { checkConditions } from './check-conditions.js';
import { InhibitionRepository } from './ports/inhibition-repository.js';

export interface InhibitionDraft {
  readonly source: readonly unknown[];
  readonly target: readonly unknown[];
  readonly equal?: readonly string[] | undefined;
  readonly wait?: number | undefined;
  readonly max?: number | undefined;
  readonly project_id?: string | undefined;
}

type PreviewedAlert = Pick<AlertInfo, 'alert_id' | 'title' | 'severity' | 'opened_at'>;

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

const DAY_MS = 86_400_000;
/** The maximum numbers of alerts of each filter that are read, and of alerts that are listed. */
const MAX_READ = 5_000;
const MAX_LISTED = 50;

@QueryHandler(PreviewInhibition)
export class PreviewInhibitionHandler implements IQueryHandler<PreviewInhibition> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly inhibitions: InhibitionRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope: { domain_id }, days, draft }: PreviewInhibition): Promise<InhibitionPreview> {
    for (const part of ['source', 'target'] as const)
      if (draft[part].length === 0) throw DomainError.invalid(part, 'must have at least one condition');
    const terms = {
      equal: validateEqual(draft.equal ?? []),
      wait: validateTime('wait', draft.wait),
      max: validateTime('max', draft.max),
    };
    await checkConditions(this.queries, domain_id, draft);
    const to = this.clock.now();
    const from = new Date(to.getTime() - days * DAY_MS);
    const { sources, targets, complete } = await findPastRoles(this.queries, domain_id, draft, from);
    const held = findHeld(terms, sources, targets);
    const holding = [...new Set(held.map(({ source }) => source))];
    const told = await this.inhibitions.findTold(
      domain_id,
      holding.map(({ alert_id }) => alert_id),
    );
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      sources: sources.length,
      targets: targets.length,
      held: held.length,
      complete,
      first: held
        .slice(0, MAX_LISTED)
        .map(({ alert, source }) => ({ alert: show(alert), source: show(source) })),
      untold_sources: holding
        .filter(({ alert_id }) => !told.has(alert_id))
        .slice(0, MAX_LISTED)
        .map(show),
    };
  }
}

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

const show = ({ alert_id, title, severity, opened_at }: AlertInfo): PreviewedAlert => ({
  ...{ alert_id, title, severity, opened_at },
});
