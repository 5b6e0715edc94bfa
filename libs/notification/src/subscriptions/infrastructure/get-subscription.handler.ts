import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetSubscription } from '../application/get-subscription.js';
import type { SubscriptionInfo } from '../domain/subscription-record.js';
import { SUBSCRIPTION_RECORD, SUBSCRIPTION_RELATION, SUBSCRIPTIONS } from './subscription-resource.js';

@QueryHandler(GetSubscription)
export class GetSubscriptionHandler implements IQueryHandler<GetSubscription> {
  constructor(private readonly pool: QueryPool) {}

  async execute({
    scope,
    subscription_id,
    only: fields,
  }: GetSubscription): Promise<Partial<SubscriptionInfo>> {
    const { rows } = await getReader(this.pool).query({
      name: 'get subscription',
      text: `
        select ${SUBSCRIPTION_RECORD.select()} from ${SUBSCRIPTION_RELATION} as r
        where domain_id = $1 and subscription_id = $2`,
      values: [scope.domain_id, parseId('subscription', subscription_id)],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The subscription', subscription_id);
    return pickFields(SUBSCRIPTION_RECORD.read(row), fields, SUBSCRIPTIONS.record);
  }
}
