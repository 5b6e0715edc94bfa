import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LiveFeed } from '../../feed/live-feed.js';
import { FollowAlerts } from '../application/follow-alerts.js';
import type { AlertMessage } from '../domain/alert-message.js';

@QueryHandler(FollowAlerts)
export class FollowAlertsHandler implements IQueryHandler<FollowAlerts> {
  constructor(private readonly feed: LiveFeed<AlertMessage>) {}

  execute(query: FollowAlerts): Promise<() => void> {
    return this.feed.follow(query);
  }
}
