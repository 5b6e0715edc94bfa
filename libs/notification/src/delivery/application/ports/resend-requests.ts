import type { Scope } from '#shared/kernel/scope.js';

/** Requests to resend the notifications that a query finds. Each is a row, which is also the job that a worker runs. */
export abstract class ResendRequests {
  /** Stores a request and returns its id. @throws ERROR_INVALID_QUERY, ERROR_RATE_LIMITED */
  abstract add(scope: Scope, query: object): Promise<string>;

  /**
   * Cancels a resend. Notifications that are already queued are still sent. A finished resend stays as it is.
   * @throws ERROR_NOT_FOUND
   */
  abstract cancel(scope: Scope, resend_id: string): Promise<void>;
}
