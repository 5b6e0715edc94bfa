import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { DayRange } from './get-quota-usage.js';

export interface ProtocolUsage {
  readonly protocol_id: string;
  readonly consumed: number;
  readonly refused: number;
  /** On how many days somebody asked. */
  readonly days: number;
}

/** Sums by protocol, with or without a quota; the one most used first, at most 10,000. */
export class StatQuotaUsages extends Query<{ readonly results: readonly ProtocolUsage[] }> {
  constructor(
    readonly scope: Scope,
    readonly range: DayRange & { readonly protocol_id?: string | undefined },
  ) {
    super();
  }
}
