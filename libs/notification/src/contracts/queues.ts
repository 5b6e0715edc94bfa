/** Every queue of this context. A worker that sends has a processor for each. */
export const NOTIFICATION_QUEUES = { notifications: 'notifications' } as const;

export type NotificationQueueName = (typeof NOTIFICATION_QUEUES)[keyof typeof NOTIFICATION_QUEUES];

/** Something is to be sent. */
export interface NotificationsJob {
  readonly domain_id: string;
}
