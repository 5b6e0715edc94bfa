import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { SubscriptionFilter, SubscriptionInfo } from '../domain/subscription-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetSubscription extends GetRecord<SubscriptionInfo> {}

/** Returns subscriptions, ordered by name. */
export class ListSubscriptions extends ListRecords<SubscriptionInfo, SubscriptionFilter> {}

/** Returns statistics of subscriptions. Without a query: the number in each state. */
export class StatSubscriptions extends StatRecords {}
