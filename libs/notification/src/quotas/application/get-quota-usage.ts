import { Query } from '@nestjs/cqrs';
import type { Page, PageRequest } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { Remaining } from '../domain/allowance.js';
import type { QuotaLimit } from '../domain/quota-limit.js';
import type { Day } from '../domain/utc-window.js';

/** What a protocol used on a UTC day. */
export interface DayUsage {
  readonly day: Day;
  /** Granted and not given back. */
  readonly consumed: number;
  /** Asked for and not granted. */
  readonly refused: number;
}

export interface QuotaUsageInfo extends Page<DayUsage> {
  readonly quota_id: string;
  readonly protocol_id: string;
  readonly limit: QuotaLimit;
  /** Now. */
  readonly remaining: Remaining;
}

export interface DayRange {
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

/** The newest day first; days on which nobody asked are left out. @throws ERROR_NOT_FOUND */
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
