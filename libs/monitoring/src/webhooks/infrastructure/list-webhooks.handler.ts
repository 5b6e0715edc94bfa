import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListWebhooks } from '../application/list-webhooks.js';
import type { WebhookInfo } from '../application/webhook-info.js';
import { WebhookRecords, type WebhookRow } from './webhook-records.js';
import { webhooks } from './webhook-resource.js';

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    @Inject(QueryEngine) private readonly engine: QueryEngine,
    @Inject(WebhookRecords) private readonly records: WebhookRecords,
  ) {}

  execute({ scope, filter, query, signal }: ListWebhooks): Promise<Page<Partial<WebhookInfo>>> {
    const record = (row: WebhookRow) => this.records.record(row, scope);
    return this.engine.list(
      webhooks(this.records.urls),
      { scope, filter: { ...filter }, query, select: () => 'r.*', record },
      signal,
    );
  }
}
