import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { countByState } from '#shared/platform/persistence/count-by-state.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatWebhooks } from '../application/stat-webhooks.js';
import { WEBHOOK_STATES } from '../domain/webhook.js';
import { WebhookRecords } from './webhook-records.js';
import { createWebhookResource } from './webhook-resource.js';

@QueryHandler(StatWebhooks)
export class StatWebhooksHandler implements IQueryHandler<StatWebhooks> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: WebhookRecords,
  ) {}

  execute({ scope, query, signal }: StatWebhooks): Promise<StatisticsResult> {
    const resource = createWebhookResource(this.records.urls);
    if (query !== undefined) return this.engine.stat(resource, { scope, query }, signal);
    return countByState(this.engine, resource, WEBHOOK_STATES, scope, signal);
  }
}
