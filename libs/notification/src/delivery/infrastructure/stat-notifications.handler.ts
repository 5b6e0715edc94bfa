import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { countByState } from '#shared/platform/persistence/count-by-state.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { StatNotifications } from '../application/stat-notifications.js';
import { NOTIFICATION_STATES } from '../domain/notification-record.js';
import { NOTIFICATIONS } from './notification-resource.js';

@QueryHandler(StatNotifications)
export class StatNotificationsHandler implements IQueryHandler<StatNotifications> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ scope, query, signal }: StatNotifications): Promise<StatisticsResult> {
    if (query !== undefined) return this.engine.stat(NOTIFICATIONS, { scope, query }, signal);
    return countByState(this.engine, NOTIFICATIONS, NOTIFICATION_STATES, scope, signal);
  }
}
