import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import { ListWebhooks } from '../application/list-webhooks.js';
import { WEBHOOK_FIELDS, type WebhookInfo } from '../application/webhook-info.js';
import { WebhookRecords, type WebhookRow } from './webhook-records.js';
import { createWebhookResource } from './webhook-resource.js';

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: WebhookRecords,
  ) {}

  execute({ filter, signal, ...request }: ListWebhooks): Promise<RawJson<Page<Partial<WebhookInfo>>>> {
    const record = createRowSerializer(
      (row: WebhookRow, keys) => this.records.toReadInfo(row, request.scope, keys),
      WEBHOOK_FIELDS,
    );
    return this.engine.list(
      createWebhookResource(this.records.urls),
      { ...request, filter: { ...filter }, record },
      signal,
    );
  }
}
