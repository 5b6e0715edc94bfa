import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { QuotaLimit } from '../domain/quota-limit.js';
import type { Simulation } from '../domain/simulate-limit.js';

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
