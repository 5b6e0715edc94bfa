import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { FollowEvents } from '../../application/queries/follow-events.js';
import { parsePosition } from '../feed/feed-position.js';
import { LiveFeed } from '../feed/live-feed.js';

@QueryHandler(FollowEvents)
export class FollowEventsHandler implements IQueryHandler<FollowEvents> {
  constructor(@Inject(LiveFeed) private readonly feed: LiveFeed) {}

  async execute({ scope, filter, reader, after }: FollowEvents): Promise<() => void> {
    const position = after === undefined ? undefined : parsePosition(after);
    if (after !== undefined && position === undefined)
      throw DomainError.invalid('Last-Event-ID', 'is no id of an event of this stream; leave it out');
    return this.feed.follow(scope.domain_id, filter, reader, position);
  }
}
