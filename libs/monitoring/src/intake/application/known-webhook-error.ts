import { DomainError } from '#shared/kernel/domain-error.js';
import type { RefusedWebhook } from './count-refusal.js';

/**
 * Refuses a delivery at the address of a webhook that exists. The sender gets the same response as with the error it
 * is made from; only the health of the webhook shows the reason.
 */
export class KnownWebhookError extends DomainError {
  readonly webhook: RefusedWebhook;

  constructor(
    error: DomainError,
    { uuid, webhook_id, domain_id }: RefusedWebhook,
    readonly reason = error.message,
  ) {
    super(error.code, error.kind, error.message, {
      ...(error.errors && { errors: error.errors }),
      ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
      cause: error.cause,
    });
    this.webhook = { uuid, webhook_id, domain_id };
  }
}
