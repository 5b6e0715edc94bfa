import { Command } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { DeliveryTarget } from './ports/delivery-log.js';

export interface RefusedWebhook extends DeliveryTarget {
  readonly webhook_id: string;
}

export interface Refusal {
  /** The status of the response. */
  readonly status: number;
  /** Contains no access key and no path. */
  readonly reason: string;
}

/** Where a request was sent that reached no route, so that nobody looked for the webhook. */
export interface PostedAddress {
  readonly webhook_id: string;
  readonly access_key: string;
}

/** Counts a refused delivery in the health of its webhook. The count is written to the database shortly after. */
export class CountRefusal extends Command<void> {
  constructor(
    readonly webhook: RefusedWebhook | PostedAddress,
    readonly refusal: Refusal,
  ) {
    super();
  }
}

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
