import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { TellingInfo } from '../domain/telling-record.js';

/**
 * Returns for each of these alerts who was told of it, and what holds that back, in the order of the ids. Leaves out alerts that the
 * domain does not have.
 * @throws ERROR_QUERY_TIMEOUT; ERROR_RATE_LIMITED
 */
export class GetAlertTellings extends Query<readonly TellingInfo[]> {
  constructor(
    readonly scope: Scope,
    readonly alert_ids: readonly string[],
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
