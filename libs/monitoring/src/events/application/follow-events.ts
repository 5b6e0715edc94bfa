import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { EventFilter, EventInfo } from '../domain/event-record.js';
import type { FeedReader } from '../../feed/feed-reader.js';

/**
 * Sends every event to a reader: from now on, or from a position `after` that the reader received before. Each event is sent
 * exactly once, in the order in which events became visible. Returns a function that stops it.
 * @throws ERROR_INVALID_PARAMETER for an invalid position; ERROR_INVALID_QUERY; ERROR_UNAVAILABLE if there are too many
 * followers; ERROR_RATE_LIMITED if there are too many of this domain
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
