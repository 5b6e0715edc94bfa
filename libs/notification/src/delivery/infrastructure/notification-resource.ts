import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { createListHandler, createStatHandler } from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { ListNotifications, StatNotifications, GetNotification } from '../application/read-notifications.js';
import {
  NOTIFICATION_STATES,
  NOTIFICATION,
  type AttemptInfo,
  type NotificationDetails,
} from '../domain/notification-record.js';

export const NOTIFICATION_RECORD = new RecordSerializer(NOTIFICATION);

/** The fields of notifications for the query language. */
export const NOTIFICATIONS: Resource = {
  name: 'Notification',
  relation: 'notification',
  id: 'notification_id',
  ...toQueryFields(NOTIFICATION),
  keywords: ['notification_id', 'title'],
  order: [{ key: 'created_at', desc: true }],
  minimal: ['notification_id', 'kind', 'state', 'subscription_id', 'alert_id'],
};

/** The handlers of lists and statistics of notifications. */
export const NOTIFICATION_READS = [
  createListHandler(ListNotifications, NOTIFICATIONS, NOTIFICATION_RECORD),
  createStatHandler(StatNotifications, NOTIFICATIONS, { states: NOTIFICATION_STATES }),
];

@QueryHandler(GetNotification)
export class GetNotificationHandler implements IQueryHandler<GetNotification> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, id, only: fields }: GetNotification): Promise<Partial<NotificationDetails>> {
    const { rows } = await this.pool.query<{ attempts: readonly AttemptInfo[] }>({
      name: 'get notification',
      text: `
        select ${NOTIFICATION_RECORD.select()}, attempts from notification
        where domain_id = $1 and notification_id = $2`,
      values: [scope.domain_id, parseId('notification', id)],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The notification', id);
    const attempts = row.attempts.map(({ at, status, latency_ms, error, answer }) => ({
      ...{ at, status, latency_ms, error, answer },
    }));
    const found = { ...NOTIFICATION_RECORD.read(row), attempts };
    return pickFields(found, fields, [...NOTIFICATIONS.record, 'attempts']);
  }
}
