import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsAnswer } from '#shared/query/statistics.js';
import { StatWebhooks, type WebhookStateCount } from '../application/stat-webhooks.js';
import { WEBHOOK_STATES } from '../domain/webhook.js';
import { WebhookRecords } from './webhook-records.js';
import { webhooks } from './webhook-resource.js';

const BY_STATE = {
  aggregate: [{ group: { keys: [{ key: 'state' }], fields: [{ name: 'count', operator: 'count' }] } }],
};

@QueryHandler(StatWebhooks)
export class StatWebhooksHandler implements IQueryHandler<StatWebhooks> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: WebhookRecords,
  ) {}

  async execute({
    scope,
    query,
    signal,
  }: StatWebhooks): Promise<StatisticsAnswer | { results: readonly WebhookStateCount[] }> {
    const resource = webhooks(this.records.urls);
    if (query !== undefined) return this.engine.stat(resource, { scope, query }, signal);
    const { results } = await this.engine.stat(resource, { scope, query: BY_STATE }, signal);
    const counted = results as unknown as readonly WebhookStateCount[];
    return {
      results: WEBHOOK_STATES.map(
        (state) => counted.find((each) => each.state === state) ?? { state, count: 0 },
      ),
    };
  }
}
