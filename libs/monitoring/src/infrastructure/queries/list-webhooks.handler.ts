import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { only } from '#shared/kernel/only.js';
import { sliceOf, type Page } from '#shared/kernel/page.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { ListWebhooks } from '../../application/queries/list-webhooks.js';
import { WEBHOOK_FIELDS, type WebhookInfo } from '../../application/queries/webhook-info.js';
import { webhookConditions } from './webhook-conditions.js';
import { WEBHOOK_RECORD, WebhookRecords, type WebhookRow } from './webhook-records.js';

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    @Inject(QueryPool) private readonly pool: QueryPool,
    @Inject(WebhookRecords) private readonly records: WebhookRecords,
  ) {}

  async execute({ scope, filter, query }: ListWebhooks): Promise<Page<Partial<WebhookInfo>>> {
    const { offset, limit } = sliceOf(query.page ?? {});
    const { where, values } = webhookConditions(scope, filter, this.records.urls);
    // The count stands alone on the left, so that it comes also with a page past the end.
    const { rows } = await this.pool.query<{ total_count: string } & (WebhookRow | { webhook_id: null })>(
      `select * from (select count(*) as total_count from webhook w where ${where}) total
       left join (
         ${WEBHOOK_RECORD} where ${where}
         order by w.name collate "C", w.webhook_id
         limit ${limit} offset ${offset}
       ) page on true
       order by name collate "C", webhook_id`,
      values,
    );
    return {
      results: rows
        .filter((row) => row.webhook_id !== null)
        .map((row) => only(this.records.record(row, scope), query.only, WEBHOOK_FIELDS)),
      total_count: Number(rows[0]?.total_count ?? 0),
    };
  }
}
