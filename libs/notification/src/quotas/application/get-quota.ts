import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { QuotaInfo } from './quota-info.js';

/** @throws ERROR_NOT_FOUND */
export class GetQuota extends Query<Partial<QuotaInfo>> {
  constructor(
    readonly scope: Scope,
    readonly quota_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
