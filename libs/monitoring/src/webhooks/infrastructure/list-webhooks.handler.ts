import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { madeBy } from '#shared/platform/persistence/record-serializer.js';
import { ListWebhooks } from '../application/list-webhooks.js';
import { WEBHOOK_FIELDS, type WebhookInfo } from '../application/webhook-info.js';
import { WebhookRecords, type WebhookRow } from './webhook-records.js';
import { webhooks } from './webhook-resource.js';

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: WebhookRecords,
  ) {}

  execute({ filter, signal, ...asked }: ListWebhooks): Promise<RawJson<Page<Partial<WebhookInfo>>>> {
    const record = madeBy((row: WebhookRow) => this.records.record(row, asked.scope), WEBHOOK_FIELDS);
    return this.engine.list(webhooks(this.records.urls), { ...asked, filter: { ...filter }, record }, signal);
  }
}
