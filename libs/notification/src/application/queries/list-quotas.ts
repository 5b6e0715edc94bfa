import { Query } from '@nestjs/cqrs';
import type { Page, PageRequest } from '#shared/kernel/page.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { QuotaInfo } from './quota-info.js';

/** What is given must be equal. */
export interface QuotaFilter {
  readonly quota_id?: string | undefined;
  readonly protocol_id?: string | undefined;
}

export interface QuotaListRequest {
  readonly page?: PageRequest | undefined;
  readonly only?: readonly string[] | undefined;
}

/** In the order they were created. */
export class ListQuotas extends Query<Page<Partial<QuotaInfo>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: QuotaFilter,
    readonly query: QuotaListRequest = {},
  ) {
    super();
  }
}
