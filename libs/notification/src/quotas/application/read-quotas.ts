import { Query } from '@nestjs/cqrs';
import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import type { Page, PageRequest } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';
import { findLimitWarnings, type Remaining, type QuotaLimit, type Day } from '../domain/quota-limit.js';
import type { Simulation } from '../domain/simulate-limit.js';

/** A quota as the API returns it. */
export const QUOTA = {
  quota_id: { type: 'id', kind: 'quota' },
  protocol_id: { type: 'callerId' },
  limit: {
    type: 'object',
    name: 'QuotaLimit',
    column: 'given_limit',
    description: 'The limit as it was set.',
    fields: { day: { type: 'number', nullable: true }, month: { type: 'number', nullable: true } },
  },
  warnings: {
    type: 'texts',
    derive: findLimitWarnings,
    description: 'Values of the limit that are valid but probably not intended.',
  },
  managed_by: MANAGED_BY,
  domain_id: { type: 'callerId' },
  created_at: { type: 'date' },
  updated_at: { type: 'date' },
} as const satisfies RecordFields;

export type QuotaInfo = InfoOf<typeof QUOTA>;

export type QuotaFilter = FilterOf<typeof QUOTA, 'quota_id' | 'protocol_id'>;

/** @throws ERROR_NOT_FOUND */
export class GetQuota extends GetRecord<QuotaInfo> {}

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
