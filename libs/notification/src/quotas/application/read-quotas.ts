import { Query } from '@nestjs/cqrs';
import type { Page, PageRequest } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import { findLimitWarnings, type Remaining, type QuotaLimit, type Day } from '../domain/quota-limit.js';
import type { Quota } from '../domain/quota.js';
import type { Simulation } from '../domain/simulate-limit.js';

/** A quota as the API returns it. Times are ISO 8601 in UTC with milliseconds. */
export interface QuotaInfo {
  readonly quota_id: string;
  readonly protocol_id: string;
  /** As the caller gave it. */
  readonly limit: QuotaLimit;
  /** Warnings about a limit that is valid but hardly intended. */
  readonly warnings: readonly string[];
  readonly managed_by: string | null;
  readonly domain_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const QUOTA_FIELDS = [
  'quota_id',
  'protocol_id',
  'limit',
  'warnings',
  'managed_by',
  'domain_id',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof QuotaInfo)[];

export type QuotaFields = Pick<
  Quota,
  'quota_id' | 'domain_id' | 'protocol_id' | 'limit' | 'managed_by' | 'created_at' | 'updated_at'
>;

export function toQuotaInfo(quota: QuotaFields): QuotaInfo {
  return {
    quota_id: quota.quota_id,
    protocol_id: quota.protocol_id,
    limit: quota.limit,
    warnings: findLimitWarnings(quota.limit),
    managed_by: quota.managed_by,
    domain_id: quota.domain_id,
    created_at: quota.created_at.toISOString(),
    updated_at: quota.updated_at.toISOString(),
  };
}

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

/** The usage of a protocol on a UTC day. */
export interface DayUsage {
  readonly day: Day;
  /** The amount that was granted and not released. */
  readonly consumed: number;
  /** The amount that was requested and refused. */
  readonly refused: number;
}

export interface QuotaUsageInfo extends Page<DayUsage> {
  readonly quota_id: string;
  readonly protocol_id: string;
  readonly limit: QuotaLimit;
  /** What remains at the time of the query. */
  readonly remaining: Remaining;
}

interface DayRange {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

/** Returns the usage of a quota, the newest day first, without days on which nothing was requested. @throws ERROR_NOT_FOUND */
export class GetQuotaUsage extends Query<QuotaUsageInfo> {
  constructor(
    readonly scope: Scope,
    readonly quota_id: string,
    readonly range: DayRange,
    readonly page: PageRequest = {},
  ) {
    super();
  }
}

export interface QuotaSimulation extends Simulation {
  readonly limit: QuotaLimit;
  readonly warnings: readonly string[];
}

/** Returns what a limit would have granted and refused of the stored usage. Changes nothing. @throws ERROR_NOT_FOUND */
export class SimulateQuota extends Query<QuotaSimulation> {
  constructor(
    readonly scope: Scope,
    readonly quota_id: string,
    readonly limit: QuotaLimit,
  ) {
    super();
  }
}
