import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { FollowEvents } from '../application/follow-events.js';
import { FeedQueries } from './feed/feed-queries.js';
import { LiveFeed } from './feed/live-feed.js';
import { SealedPositions } from './feed/sealed-positions.js';

@QueryHandler(FollowEvents)
export class FollowEventsHandler implements IQueryHandler<FollowEvents> {
  constructor(
    private readonly feed: LiveFeed,
    private readonly positions: SealedPositions,
    private readonly queries: FeedQueries,
  ) {}

  async execute({ scope, filter, reader, after, query }: FollowEvents): Promise<() => void> {
    const position = after === undefined ? undefined : this.positions.open(after, scope.domain_id);
    if (after !== undefined && position === undefined)
      throw DomainError.invalid('Last-Event-ID', 'is no id of an event of this stream; leave it out');
    if (query !== undefined) await this.queries.check(scope.domain_id, query);
    return this.feed.follow({ domain_id: scope.domain_id, filter, query, reader }, position);
  }
}
