import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetNotification } from '../application/read-notifications.js';
import type { AttemptInfo, NotificationDetails } from '../domain/notification-record.js';
import { NOTIFICATION_RECORD, NOTIFICATIONS } from './notification-resource.js';

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
    const found = { ...NOTIFICATION_RECORD.read(row), attempts: row.attempts };
    return pickFields(found, fields, [...NOTIFICATIONS.record, 'attempts']);
  }
}
