import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { uuidOf } from '#shared/kernel/ids.js';
import { only } from '#shared/kernel/only.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetWebhook } from '../application/get-webhook.js';
import { WEBHOOK_FIELDS, type WebhookInfo } from '../application/webhook-info.js';
import { WebhookRecords, type WebhookRow } from './webhook-records.js';
import { webhooks } from './webhook-resource.js';

@QueryHandler(GetWebhook)
export class GetWebhookHandler implements IQueryHandler<GetWebhook> {
  constructor(
    private readonly pool: QueryPool,
    private readonly records: WebhookRecords,
  ) {}

  async execute({ scope, webhook_id, only: fields }: GetWebhook): Promise<Partial<WebhookInfo>> {
    const { rows } = await this.pool.query<WebhookRow>(
      `select r.* from ${webhooks(this.records.urls).relation} r where domain_id = $1 and webhook_id = $2`,
      [scope.domain_id, uuidOf('webhook', webhook_id)],
    );
    if (rows[0] === undefined) throw DomainError.notFound('The webhook', webhook_id);
    return only(this.records.record(rows[0], scope), fields, WEBHOOK_FIELDS);
  }
}
