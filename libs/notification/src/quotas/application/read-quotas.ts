import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { QuotaInfo } from './quota-info.js';

/** @throws ERROR_NOT_FOUND */
export class GetQuota extends GetRecord<QuotaInfo> {}

/** Each value given must be equal. */
export interface QuotaFilter {
  readonly quota_id?: string | undefined;
  readonly protocol_id?: string | undefined;
}

/** Returns quotas in the order of their creation. */
export class ListQuotas extends ListRecords<QuotaInfo, QuotaFilter> {}

/** Returns statistics of quotas. Without a query: the number of quotas in the domain. */
export class StatQuotas extends StatRecords {}

/** Returns statistics of the usage by protocol and day. Without a query: the sums of each protocol, the largest first. */
export class StatQuotaUsages extends StatRecords {}
