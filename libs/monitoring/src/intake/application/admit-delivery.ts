import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WebhookDirectory, type AdmittedWebhook } from './ports/webhook-directory.js';
import { WebhookLimits } from './ports/webhook-limits.js';

/**
 * Admits a sender by the address it posts to, before its body is read, and takes a token of the rate limit of its
 * webhook. The webhook is the scope of all that follows.
 * @throws ERROR_NOT_FOUND, ERROR_WEBHOOK_DISABLED, ERROR_UNAVAILABLE (also where the webhook is at its limit)
 */
export class AdmitDelivery extends Command<AdmittedWebhook> {
  constructor(
    readonly webhook_id: string,
    readonly access_key: string,
  ) {
    super();
  }
}

@CommandHandler(AdmitDelivery)
export class AdmitDeliveryHandler implements ICommandHandler<AdmitDelivery> {
  constructor(
    private readonly webhooks: WebhookDirectory,
    private readonly limits: WebhookLimits,
  ) {}

  async execute({ webhook_id, access_key }: AdmitDelivery): Promise<AdmittedWebhook> {
    const found = this.webhooks.admit(webhook_id, access_key);
    // Most webhooks are in memory: awaiting those would cost a microtask each.
    const webhook = found instanceof Promise ? await found : found;
    this.limits.admit(webhook);
    return webhook;
  }
}
