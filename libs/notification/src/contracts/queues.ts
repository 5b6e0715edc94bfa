/** The queues of this context. A worker that sends notifications has a processor for each. */
export const NOTIFICATION_QUEUES = { notifications: 'notifications' } as const;

export type NotificationQueueName = (typeof NOTIFICATION_QUEUES)[keyof typeof NOTIFICATION_QUEUES];

/** A wake-up: notifications of this domain are waiting to be sent. */
export interface NotificationsJob {
  readonly domain_id: string;
}
