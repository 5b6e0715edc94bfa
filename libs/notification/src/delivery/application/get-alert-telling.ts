import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { TellingEntry } from '../domain/alert-telling.js';
import type { TellingInfo } from '../domain/telling-record.js';

export interface AlertTelling {
  /** In any order: the newest notifications, at most `limit`. */
  readonly entries: readonly TellingEntry[];
  /** The number of all entries. Notifications that are left out count one by one. */
  readonly total_count: number;
}

/**
 * Returns who was told of an alert, and what was held back by silences. An alert that nobody was told of has no entries, whether it
 * exists or not.
 * @throws ERROR_QUERY_TIMEOUT; ERROR_RATE_LIMITED
 */
export class GetAlertTelling extends Query<AlertTelling> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    readonly limit: number,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

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
