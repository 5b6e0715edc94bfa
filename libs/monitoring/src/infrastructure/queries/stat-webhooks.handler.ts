import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { StatWebhooks, type WebhookStateCount } from '../../application/queries/stat-webhooks.js';
import { WEBHOOK_STATES } from '../../domain/webhook.js';

@QueryHandler(StatWebhooks)
export class StatWebhooksHandler implements IQueryHandler<StatWebhooks> {
  constructor(@Inject(QueryPool) private readonly pool: QueryPool) {}

  async execute({ scope }: StatWebhooks): Promise<{ results: readonly WebhookStateCount[] }> {
    const { rows } = await this.pool.query<WebhookStateCount>(
      `select state, count(w.webhook_id)::int as count
       from unnest($2::text[]) with ordinality as s (state, place)
       left join (select state, webhook_id from webhook where domain_id = $1 and deleted_at is null) w using (state)
       group by state, place order by place`,
      [scope.domain_id, WEBHOOK_STATES],
    );
    return { results: rows };
  }
}
