import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { WebhookDirectory, type AdmittedWebhook } from './ports/webhook-directory.js';
import { WebhookLimits } from './ports/webhook-limits.js';

/**
 * Lets a sender in by the address it posts to, before its body is read. The webhook is the scope of all that follows.
 * @throws ERROR_NOT_FOUND, ERROR_WEBHOOK_DISABLED, ERROR_UNAVAILABLE (also where the webhook is at its limit)
 */
export class AdmitDelivery extends Query<AdmittedWebhook> {
  constructor(
    readonly webhook_id: string,
    readonly access_key: string,
  ) {
    super();
  }
}

@QueryHandler(AdmitDelivery)
export class AdmitDeliveryHandler implements IQueryHandler<AdmitDelivery> {
  constructor(
    @Inject(WebhookDirectory) private readonly webhooks: WebhookDirectory,
    @Inject(WebhookLimits) private readonly limits: WebhookLimits,
  ) {}

  async execute({ webhook_id, access_key }: AdmitDelivery): Promise<AdmittedWebhook> {
    const found = this.webhooks.admit(webhook_id, access_key);
    // Most are known: nothing is waited for, and each wait costs a turn of the promises.
    const webhook = found instanceof Promise ? await found : found;
    this.limits.admit(webhook);
    return webhook;
  }
}
