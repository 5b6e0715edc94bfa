import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { FollowEvents } from '../application/follow-events.js';
import { LiveFeed } from './feed/live-feed.js';
import { SealedPositions } from './feed/sealed-positions.js';

@QueryHandler(FollowEvents)
export class FollowEventsHandler implements IQueryHandler<FollowEvents> {
  constructor(
    private readonly feed: LiveFeed,
    private readonly positions: SealedPositions,
  ) {}

  async execute({ scope, filter, reader, after }: FollowEvents): Promise<() => void> {
    const position = after === undefined ? undefined : this.positions.open(after, scope.domain_id);
    if (after !== undefined && position === undefined)
      throw DomainError.invalid('Last-Event-ID', 'is no id of an event of this stream; leave it out');
    return this.feed.follow(scope.domain_id, filter, reader, position);
  }
}
