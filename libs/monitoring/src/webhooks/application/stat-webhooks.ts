import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';
import type { WebhookState } from '../domain/webhook.js';

export interface WebhookStateCount {
  readonly state: WebhookState;
  readonly count: number;
}

/** Without a query one row for each state, also for those that no webhook is in. */
export class StatWebhooks extends Query<
  StatisticsAnswer | { readonly results: readonly WebhookStateCount[] }
> {
  constructor(
    readonly scope: Scope,
    /** A statistics query of the query language, checked by who runs it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
