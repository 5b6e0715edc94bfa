import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { QuarantinedDeliveryInfo } from './quarantine-info.js';

/** @throws ERROR_NOT_FOUND */
export class GetQuarantined extends Query<Partial<QuarantinedDeliveryInfo>> {
  constructor(
    readonly scope: Scope,
    readonly delivery_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
