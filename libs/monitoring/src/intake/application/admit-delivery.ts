import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WebhookDirectory, type AdmittedWebhook } from './ports/webhook-directory.js';

/**
 * Checks the address of a webhook, before the body is read, and takes a token of the webhook's rate limit. The webhook
 * determines the scope of everything that follows.
 * @throws ERROR_NOT_FOUND, ERROR_WEBHOOK_DISABLED, ERROR_UNAVAILABLE (also when the webhook is at its limit)
 */
export class AdmitDelivery extends Command<AdmittedWebhook> {
  constructor(
    readonly webhook_id: string,
    readonly access_key: string,
  ) {
    super();
  }
}

/** Enforces the settings `max_rate` and `max_backlog` of webhooks. */
export abstract class WebhookLimits {
  /**
   * Counts a delivery that is about to be accepted. Decides from memory.
   * @throws KnownWebhookError (unavailable), with the number of seconds to wait, when the webhook is at its limit
   */
  abstract admit(webhook: AdmittedWebhook): void;
}

@CommandHandler(AdmitDelivery)
export class AdmitDeliveryHandler implements ICommandHandler<AdmitDelivery> {
  constructor(
    private readonly webhooks: WebhookDirectory,
    private readonly limits: WebhookLimits,
  ) {}

  async execute({ webhook_id, access_key }: AdmitDelivery): Promise<AdmittedWebhook> {
    const found = this.webhooks.admit(webhook_id, access_key);
    // Most webhooks are in memory. Awaiting those would cost a microtask for each delivery.
    const webhook = found instanceof Promise ? await found : found;
    this.limits.admit(webhook);
    return webhook;
  }
}
