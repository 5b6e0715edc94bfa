import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { QuotaInfo } from './quota-info.js';

/** Each value given must be equal. */
export interface QuotaFilter {
  readonly quota_id?: string | undefined;
  readonly protocol_id?: string | undefined;
}

/** Returns quotas in the order of their creation. */
export class ListQuotas extends Query<RawJson<Page<Partial<QuotaInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: QuotaFilter,
    /** A query of the query language. The handler checks it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
