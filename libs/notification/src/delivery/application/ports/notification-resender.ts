import type { Scope } from '#shared/kernel/scope.js';

/** Sends single notifications once more, under their own ids. */
export abstract class NotificationResender {
  /**
   * Queues the notification behind those that wait in its lane. If it is waiting itself, it becomes due at once.
   * @throws ERROR_NOT_FOUND; ERROR_CONFLICT if its subscription is disabled or deleted, or if its protocol sends only the
   * newest state of an alert and a newer notification exists
   */
  abstract resend(scope: Scope, notification_id: string): Promise<void>;
}
