import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { NOTIFICATION } from '../domain/notification-record.js';

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
