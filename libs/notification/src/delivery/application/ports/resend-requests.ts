import type { Scope } from '#shared/kernel/scope.js';

/** What somebody wants sent again of what a query finds. The row is the job: a worker finds it. */
export abstract class ResendRequests {
  /** @returns its id @throws ERROR_INVALID_QUERY, ERROR_RATE_LIMITED */
  abstract add(scope: Scope, query: object): Promise<string>;

  /** What was queued until then is sent; one that is over stays as it is. @throws ERROR_NOT_FOUND */
  abstract cancel(scope: Scope, resend_id: string): Promise<void>;
}
