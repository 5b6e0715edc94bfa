import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { WebhookState } from '../../domain/webhook.js';

export interface WebhookStateCount {
  readonly state: WebhookState;
  readonly count: number;
}

/** One row for each state, also for those that no webhook is in. */
export class StatWebhooks extends Query<{ readonly results: readonly WebhookStateCount[] }> {
  constructor(readonly scope: Scope) {
    super();
  }
}
