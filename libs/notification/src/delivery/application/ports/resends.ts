import type { Scope } from '#shared/kernel/scope.js';

/** Notifications that are to be sent once more, under their own ids. */
export abstract class Resends {
  /**
   * Behind whatever waits for its alert and subscription; what waits itself is due at once.
   * @throws ERROR_NOT_FOUND; ERROR_CONFLICT when its subscription is disabled or deleted, or only the newest
   * state is told and there is something newer
   */
  abstract resend(scope: Scope, notification_id: string): Promise<void>;
}
