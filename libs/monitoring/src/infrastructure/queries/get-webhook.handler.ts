import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { only } from '#shared/kernel/only.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetWebhook } from '../../application/queries/get-webhook.js';
import { WEBHOOK_FIELDS, type WebhookInfo } from '../../application/queries/webhook-info.js';
import { webhookConditions } from './webhook-conditions.js';
import { WEBHOOK_RECORD, WebhookRecords, type WebhookRow } from './webhook-records.js';

@QueryHandler(GetWebhook)
export class GetWebhookHandler implements IQueryHandler<GetWebhook> {
  constructor(
    @Inject(QueryPool) private readonly pool: QueryPool,
    @Inject(WebhookRecords) private readonly records: WebhookRecords,
  ) {}

  async execute(query: GetWebhook): Promise<Partial<WebhookInfo>> {
    const { scope, webhook_id } = query;
    const { where, values } = webhookConditions(scope, { webhook_id }, this.records.urls);
    const { rows } = await this.pool.query<WebhookRow>(`${WEBHOOK_RECORD} where ${where}`, values);
    if (rows[0] === undefined) throw DomainError.notFound('The webhook');
    return only(this.records.record(rows[0], scope), query.only, WEBHOOK_FIELDS);
  }
}
