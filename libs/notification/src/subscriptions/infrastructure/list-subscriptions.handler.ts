import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListSubscriptions } from '../application/list-subscriptions.js';
import type { SubscriptionInfo } from '../domain/subscription-record.js';
import { SUBSCRIPTION_RECORD, SUBSCRIPTIONS } from './subscription-resource.js';

@QueryHandler(ListSubscriptions)
export class ListSubscriptionsHandler implements IQueryHandler<ListSubscriptions> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ signal, ...request }: ListSubscriptions): Promise<RawJson<Page<Partial<SubscriptionInfo>>>> {
    return this.engine.list(SUBSCRIPTIONS, { ...request, record: SUBSCRIPTION_RECORD }, signal);
  }
}
