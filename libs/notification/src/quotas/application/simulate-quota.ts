import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { QuotaLimit } from '../domain/quota-limit.js';
import type { Simulation } from '../domain/simulate-limit.js';

export interface QuotaSimulation extends Simulation {
  readonly limit: QuotaLimit;
  readonly warnings: readonly string[];
}

/** What a limit would have done to the usage that is stored. Changes nothing. @throws ERROR_NOT_FOUND */
export class SimulateQuota extends Query<QuotaSimulation> {
  constructor(
    readonly scope: Scope,
    readonly quota_id: string,
    readonly limit: QuotaLimit,
  ) {
    super();
  }
}
