import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListNotifications } from '../application/list-notifications.js';
import type { NotificationInfo } from '../domain/notification-record.js';
import { NOTIFICATION_RECORD, NOTIFICATIONS } from './notification-resource.js';

@QueryHandler(ListNotifications)
export class ListNotificationsHandler implements IQueryHandler<ListNotifications> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ signal, ...request }: ListNotifications): Promise<RawJson<Page<Partial<NotificationInfo>>>> {
    return this.engine.list(NOTIFICATIONS, { ...request, record: NOTIFICATION_RECORD }, signal);
  }
}
