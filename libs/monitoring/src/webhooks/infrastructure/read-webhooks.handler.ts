import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/record-writes.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import type { RawJson } from '#shared/kernel/json.js';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import { countByState } from '#shared/platform/persistence/read-handlers.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { GetWebhook, ListWebhooks, StatWebhooks } from '../application/read-webhooks.js';
import { WEBHOOK_FIELDS, type WebhookInfo } from '../domain/webhook-record.js';
import { WEBHOOK_STATES } from '../domain/webhook.js';
import { WebhookRecords, type WebhookRow } from './webhook-records.js';
import { createWebhookResource } from './webhook-resource.js';

@QueryHandler(GetWebhook)
export class GetWebhookHandler implements IQueryHandler<GetWebhook> {
  constructor(
    private readonly pool: QueryPool,
    private readonly records: WebhookRecords,
  ) {}

  async execute({ scope, id, only: fields }: GetWebhook): Promise<Partial<WebhookInfo>> {
    const { rows } = await getReader(this.pool).query<WebhookRow>(
      `select r.* from ${createWebhookResource(this.records.urls).relation} r where domain_id = $1 and webhook_id = $2`,
      [scope.domain_id, parseId('webhook', id)],
    );
    if (rows[0] === undefined) throw DomainError.notFound('The webhook', id);
    return pickFields(this.records.toReadInfo(rows[0], scope, fields), fields, Object.keys(WEBHOOK_FIELDS));
  }
}

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: WebhookRecords,
  ) {}

  execute({ filter, signal, ...request }: ListWebhooks): Promise<RawJson<Page<Partial<WebhookInfo>>>> {
    const record = createRowSerializer(
      (row: WebhookRow, keys) => this.records.toReadInfo(row, request.scope, keys),
      Object.keys(WEBHOOK_FIELDS),
    );
    return this.engine.list(
      createWebhookResource(this.records.urls),
      { ...request, filter: { ...filter }, record },
      signal,
    );
  }
}

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
