import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ALERT_MESSAGE_TYPES, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { HistoryReader, type ChangePreview } from '../../previews/application/history-reader.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import { buildAlertQuery, type AlertFilter } from '../../subscriptions/domain/subscription.js';
import { validateWeekly, findWindows, type WeeklyWindow } from '../domain/weekly-window.js';

export interface SilenceDraft {
  readonly filter: AlertFilter['filter'];
  readonly filter_or?: AlertFilter['filter_or'] | undefined;
  readonly weekly?: WeeklyWindow | null | undefined;
}

export interface SilencePreview extends ChangePreview {
  /** The number of changes of alerts, whether a subscription would have matched them or not. */
  readonly changes: number;
}

/** Returns what a silence would have silenced if it had applied in the last days. Changes nothing. */
export class PreviewSilence extends Query<SilencePreview> {
  constructor(
    readonly scope: Scope,
    readonly days: number,
    readonly draft: SilenceDraft,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

const DAY = 86_400_000;

@QueryHandler(PreviewSilence)
export class PreviewSilenceHandler implements IQueryHandler<PreviewSilence> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly history: HistoryReader,
    private readonly clock: Clock,
  ) {}

  execute(query: PreviewSilence): Promise<SilencePreview> {
    return this.history.run(query.scope.domain_id, (budget) => this.preview(query, budget), query.signal);
  }

  private async preview(
    { scope: { domain_id }, days, draft }: PreviewSilence,
    budget: PreviewBudget,
  ): Promise<SilencePreview> {
    const { filter, filter_or = [] } = draft;
    await checkFilter(this.queries, domain_id, null, { filter, filter_or });
    const to = this.clock.now();
    const from = new Date(to.getTime() - days * DAY);
    const weekly = draft.weekly && validateWeekly(draft.weekly);
    const selection = {
      query: buildAlertQuery({ filter, filter_or }, null),
      types: ALERT_MESSAGE_TYPES,
      spans: weekly ? findWindows(weekly, from.getTime(), to.getTime()) : undefined,
    };
    const request = { domain_id, from, to, selections: [selection], signal: budget.signal };
    const [silenced] = await this.history.tally(budget, request, [[true]]);
    if (silenced === undefined) throw new Error('nothing was counted');
    return { changes: silenced.count, ...silenced.toPreview(request) };
  }
}
