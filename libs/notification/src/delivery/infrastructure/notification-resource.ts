import { createListHandler, createStatHandler } from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { ListNotifications, StatNotifications } from '../application/read-notifications.js';
import { NOTIFICATION_STATES, NOTIFICATION } from '../domain/notification-record.js';

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
