import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { FeedReader } from '../../feed/follower.js';
import type { EventFilter, EventInfo } from '../domain/event-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetEvent extends GetRecord<EventInfo> {}

/** Lists events, newest first. */
export class ListEvents extends ListRecords<EventInfo, EventFilter> {}

export class StatEvents extends StatRecords {}

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
