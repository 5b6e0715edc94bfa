import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { AlertInfo } from '../domain/alert-record.js';
import type { TimelineEntry } from '../domain/timeline.js';

export interface AlertTimeline {
  readonly alert: AlertInfo;
  /** In any order. Of each kind the newest, at most `limit`. */
  readonly entries: readonly TimelineEntry[];
  /** The number of all entries, with those that are left out. */
  readonly total_count: number;
}

/**
 * Returns what happened to an alert: its events, changes and decisions. What was told of it is known to the context that tells.
 * @throws ERROR_NOT_FOUND; ERROR_QUERY_TIMEOUT; ERROR_RATE_LIMITED
 */
export class GetAlertTimeline extends Query<AlertTimeline> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    /** The maximum number of entries of each kind. */
    readonly limit: number,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
