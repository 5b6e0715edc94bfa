import { Query } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { QuotaInfo } from './quota-info.js';

/** What is given must be equal. */
export interface QuotaFilter {
  readonly quota_id?: string | undefined;
  readonly protocol_id?: string | undefined;
}

/** In the order they were created. */
export class ListQuotas extends Query<RawJson<Page<Partial<QuotaInfo>>>> {
  constructor(
    readonly scope: Scope,
    readonly filter: QuotaFilter,
    /** A query of the query language, checked by who runs it. */
    readonly query?: unknown,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
