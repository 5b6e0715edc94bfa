import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { NotificationDetails } from '../domain/notification-record.js';

/** Returns a notification with its attempts. @throws ERROR_NOT_FOUND */
export class GetNotification extends Query<Partial<NotificationDetails>> {
  constructor(
    readonly scope: Scope,
    readonly notification_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}
