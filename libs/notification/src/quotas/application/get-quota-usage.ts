import { Query } from '@nestjs/cqrs';
import type { Page, PageRequest } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { Remaining } from '../domain/allowance.js';
import type { QuotaLimit } from '../domain/quota-limit.js';
import type { Day } from '../domain/utc-window.js';

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

export interface DayRange {
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
