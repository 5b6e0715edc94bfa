import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { createSharedReader } from '#shared/platform/persistence/create-shared-reader.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { HistoryReader } from '../../previews/application/history-reader.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { matchQueries, type MatchEach } from '../../subscriptions/tables/match-queries.js';
import { readOpeningFilters } from '../../subscriptions/tables/subscription-table.js';
import { checkConditions } from '../application/check-conditions.js';
import {
  findPastRoles,
  PreviewInhibition,
  show,
  type InhibitionPreview,
} from '../application/preview-inhibition.js';
import { validateEqual, validateTime } from '../domain/inhibition.js';
import { findHeld } from '../domain/preview-held.js';

const DAY_MS = 86_400_000;
/** The maximum number of alerts that are listed. */
const MAX_LISTED = 50;

@QueryHandler(PreviewInhibition)
export class PreviewInhibitionHandler implements IQueryHandler<PreviewInhibition> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly engine: QueryEngine,
    private readonly history: HistoryReader,
    private readonly clock: Clock,
  ) {}

  execute(query: PreviewInhibition): Promise<InhibitionPreview> {
    return this.history.run(query.scope.domain_id, (budget) => this.preview(query, budget), query.signal);
  }

  private async preview(
    { scope: { domain_id }, days, draft }: PreviewInhibition,
    budget: PreviewBudget,
  ): Promise<InhibitionPreview> {
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
    const { sources, targets, complete } = await findPastRoles(this.queries, budget, {
      ...{ ...draft, equal: terms.equal },
      ...{ domain_id, from },
    });
    await budget.pause();
    const held = findHeld(terms, sources, targets);
    const holding = [...new Set(held.map(({ source }) => source))];
    const told = await this.findTold(
      domain_id,
      holding.map(({ alert_id }) => alert_id),
      budget,
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

  /** Returns which of these alerts an enabled subscription tells of, when they open. */
  private async findTold(
    domain_id: string,
    alertIds: readonly string[],
    budget: PreviewBudget,
  ): Promise<ReadonlySet<string>> {
    if (alertIds.length === 0) return new Set();
    const { signal, keep: onLength } = budget;
    const reader = createSharedReader(this.engine, domain_id, { signal, onLength });
    const filters = await readOpeningFilters(reader, domain_id);
    const match: MatchEach<string> = (queries, asked) => {
      budget.check();
      return this.queries.matchEach(domain_id, queries, asked, signal);
    };
    const matched = await matchQueries(
      match,
      filters.map((filter) => ({ query: buildAlertQuery(filter, filter.project_id), items: alertIds })),
      // A subscription whose filter is not valid tells nobody.
      () => undefined,
    );
    return new Set([...matched.values()].flat());
  }
}
