import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { FeedReader } from '../../events/application/ports/feed-reader.js';
import type { AlertMessage } from '../domain/alert-message.js';
import type { AlertFilter } from '../domain/alert-record.js';

/**
 * Tells a reader of every change of an alert from now on, or from `after` on, a position it was told: each exactly once,
 * those of an alert in the order in which they happened. Filter and query are about the alert as it is when it is told of.
 * Returns what ends it.
 * @throws as FollowEvents does
 */
export class FollowAlerts extends Query<() => void> {
  constructor(
    readonly scope: Pick<Scope, 'domain_id'>,
    readonly filter: AlertFilter,
    readonly reader: FeedReader<AlertMessage>,
    readonly after?: string,
    /** `filter`, `filter_or` and `keyword` of a `platform.api.core.v1.Query`, not checked yet. */
    readonly query?: unknown,
  ) {
    super();
  }
}
