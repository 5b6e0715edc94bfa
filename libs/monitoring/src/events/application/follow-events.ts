import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { EventFilter, EventInfo } from '../domain/event-record.js';
import type { FeedReader } from './ports/feed-reader.js';

/**
 * Tells a reader of every event from now on, or from `after` on, a position it was told: each exactly once, in the
 * order in which they became visible. Returns what ends it.
 * @throws ERROR_INVALID_PARAMETER for something that is no position; ERROR_INVALID_QUERY; ERROR_UNAVAILABLE when too many follow already,
 * ERROR_RATE_LIMITED when too many of its domain do
 */
export class FollowEvents extends Query<() => void> {
  constructor(
    readonly scope: Pick<Scope, 'domain_id'>,
    readonly filter: EventFilter,
    readonly reader: FeedReader<EventInfo>,
    readonly after?: string,
    /** `filter`, `filter_or` and `keyword` of a `platform.api.core.v1.Query`, not checked yet. */
    readonly query?: unknown,
  ) {
    super();
  }
}
