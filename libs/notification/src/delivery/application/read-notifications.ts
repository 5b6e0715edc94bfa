import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type {
  NotificationDetails,
  NotificationFilter,
  NotificationInfo,
} from '../domain/notification-record.js';

/** Returns a notification with its attempts. @throws ERROR_NOT_FOUND */
export class GetNotification extends GetRecord<NotificationDetails> {}

/** Returns notifications, the newest first, without their attempts. */
export class ListNotifications extends ListRecords<NotificationInfo, NotificationFilter> {}

/** Returns statistics of notifications; without a query, the number in each state. */
export class StatNotifications extends StatRecords {}
