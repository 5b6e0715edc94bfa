import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

/** How many quotas the domain has. */
export class StatQuotas extends Query<{ readonly results: readonly [{ readonly count: number }] }> {
  constructor(readonly scope: Scope) {
    super();
  }
}
