import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LiveFeed } from '../../feed/live-feed.js';
import { FollowEvents } from '../application/follow-events.js';
import type { EventInfo } from '../domain/event-record.js';

@QueryHandler(FollowEvents)
export class FollowEventsHandler implements IQueryHandler<FollowEvents> {
  constructor(private readonly feed: LiveFeed<EventInfo>) {}

  execute(query: FollowEvents): Promise<() => void> {
    return this.feed.follow(query);
  }
}
