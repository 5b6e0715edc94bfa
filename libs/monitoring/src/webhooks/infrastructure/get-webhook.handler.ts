import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetWebhook } from '../application/get-webhook.js';
import { WEBHOOK_FIELDS, type WebhookInfo } from '../application/webhook-info.js';
import { WebhookRecords, type WebhookRow } from './webhook-records.js';
import { createWebhookResource } from './webhook-resource.js';

@QueryHandler(GetWebhook)
export class GetWebhookHandler implements IQueryHandler<GetWebhook> {
  constructor(
    private readonly pool: QueryPool,
    private readonly records: WebhookRecords,
  ) {}

  async execute({ scope, webhook_id, only: fields }: GetWebhook): Promise<Partial<WebhookInfo>> {
    const { rows } = await getReader(this.pool).query<WebhookRow>(
      `select r.* from ${createWebhookResource(this.records.urls).relation} r where domain_id = $1 and webhook_id = $2`,
      [scope.domain_id, parseId('webhook', webhook_id)],
    );
    if (rows[0] === undefined) throw DomainError.notFound('The webhook', webhook_id);
    return pickFields(this.records.toReadInfo(rows[0], scope, fields), fields, WEBHOOK_FIELDS);
  }
}
