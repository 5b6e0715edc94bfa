import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetNotification, ListNotifications, ResendNotification, StatNotifications } from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { CallerScope, Message, AbortOnDisconnect } from '../http/body/message.decorator.js';
import { NOTIFICATION_SEARCHES, NOTIFICATION_STATS } from '../http/query/notification-query-examples.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import {
  GetNotificationRequest,
  NotificationDetails,
  NotificationQuery,
  NotificationRequest,
  NotificationsInfo,
  NotificationStatQuery,
} from './notification.dto.js';

@ApiTags('Notification')
@Controller('notification/v1')
export class NotificationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'GET',
    path: 'notification/:notification_id',
    summary: 'Get a notification',
    description: 'Returns one notification with its attempts.',
    permission: 'notification:read',
    request: GetNotificationRequest,
    response: NotificationDetails,
  })
  get(@Message() { notification_id, only }: GetNotificationRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetNotification(scope, notification_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'notifications',
    summary: 'List notifications',
    description:
      'Returns the notifications of the domain, newest first, without their attempts. Plain fields are compared for ' +
      'equality; use `query` for other conditions.',
    permission: 'notification:read',
    request: NotificationQuery,
    response: NotificationsInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: NotificationQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListNotifications(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'notifications/search',
    summary: 'Search notifications',
    description: 'Returns the same as the list; the request is JSON.',
    queries: NOTIFICATION_SEARCHES,
    permission: 'notification:read',
    request: NotificationQuery,
    response: NotificationsInfo,
  })
  search(
    @Message() request: NotificationQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'notifications/stat',
    summary: 'Statistics of notifications',
    description:
      'Counts the notifications of the domain as defined by `query`. Without a query it counts the notifications in ' +
      'each state.',
    queries: NOTIFICATION_STATS,
    permission: 'notification:read',
    request: NotificationStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: NotificationStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatNotifications(scope, query, signal));
  }

  @Operation({
    method: 'PUT',
    path: 'notification/:notification_id/resend',
    summary: 'Resend a notification',
    description:
      'Sends a notification again with the same id, after the notifications that wait for the same alert. A ' +
      'notification that is itself waiting is sent now. Protocols that send only the newest state of an alert, such ' +
      'as `slack` and `pagerduty`, can send only the newest notification of the alert again.',
    permission: 'notification:write',
    request: NotificationRequest,
    response: NotificationDetails,
    errors: {
      409:
        'The subscription is disabled or deleted, or the protocol sends only the newest state and there is a newer ' +
        'notification',
    },
  })
  async resend(@Message() { notification_id }: NotificationRequest, @CallerScope() scope: Scope) {
    await this.commands.execute(new ResendNotification(scope, notification_id));
    return this.queries.execute(new GetNotification(scope, notification_id));
  }
}
