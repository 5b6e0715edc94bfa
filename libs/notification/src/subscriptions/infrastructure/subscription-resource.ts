import {
  createGetHandler,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { IS_FAILING_SQL } from '../tables/subscription-table.js';
import { GetSubscription, ListSubscriptions, StatSubscriptions } from '../application/read-subscriptions.js';
import { SUBSCRIPTION_STATES, SUBSCRIPTION } from '../domain/subscription-record.js';

export const SUBSCRIPTION_RECORD = new RecordSerializer(SUBSCRIPTION);

/** Subscriptions with their health. Excludes tombstones and secrets. */
export const SUBSCRIPTION_RELATION = `(
  select s.subscription_id, s.name, s.state, s.state_reason, s.protocol_id, s.options, s.kinds, s.trigger, s.filter, s.filter_or, s.group_by,
    s.template, s.timezone, s.actions, s.remind, s.managed_by, s.inbound_key_digest is not null as inbound,
    s.previous_inbound_key_expires_at, s.previous_secret_expires_at, s.project_id, s.domain_id, s.created_at, s.updated_at,
    h.last_attempt_at, h.last_sent_at, coalesce(h.failures, 0) as failures, h.last_error, ${IS_FAILING_SQL} as failing
  from subscription s left join subscription_health h on h.subscription_id = s.subscription_id
  where s.deleted_at is null)`;

/** The fields of subscriptions for the query language. */
export const SUBSCRIPTIONS: Resource = {
  name: 'Subscription',
  relation: SUBSCRIPTION_RELATION,
  id: 'subscription_id',
  ...toQueryFields(SUBSCRIPTION),
  keywords: ['subscription_id', 'name'],
  order: [{ key: 'name' }],
  minimal: ['subscription_id', 'name', 'state', 'protocol_id'],
};

/** The handlers of the queries of subscriptions. */
export const SUBSCRIPTION_READS = [
  createGetHandler(GetSubscription, SUBSCRIPTIONS, SUBSCRIPTION_RECORD, 'subscription'),
  createListHandler(ListSubscriptions, SUBSCRIPTIONS, SUBSCRIPTION_RECORD),
  createStatHandler(StatSubscriptions, SUBSCRIPTIONS, { states: SUBSCRIPTION_STATES }),
];
