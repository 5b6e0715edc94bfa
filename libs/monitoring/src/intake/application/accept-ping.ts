import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { PluginRegistry } from '#senders/registry.js';
import { HeartbeatDirectory } from '../../heartbeats/application/ports/heartbeat-directory.js';
import { createHeartbeatDelivery } from '../../heartbeats/domain/heartbeat-delivery.js';
import { isHeartbeatName, NAME_REQUIREMENT } from '../../heartbeats/domain/heartbeat-terms.js';
import { DeliveryLog, type DeliveryReceipt } from './ports/delivery-log.js';
import type { AdmittedWebhook } from './ports/webhook-directory.js';
import { SenderAuthentication, type SignedRequest } from './sender-authentication.js';

/**
 * Records that the source of a heartbeat is alive. A ping is stored as a delivery, so that no acknowledged ping is
 * lost; nothing else of the request is kept. The scope comes from the webhook, because its address authorized the
 * caller.
 * @throws ERROR_NOT_FOUND, ERROR_INVALID_PARAMETER, ERROR_AUTHENTICATE_FAILURE, ERROR_UNAVAILABLE
 */
export class AcceptPing extends Command<DeliveryReceipt> {
  constructor(
    readonly webhook: AdmittedWebhook,
    readonly name: string,
    readonly posted: SignedRequest,
  ) {
    super();
  }
}

@CommandHandler(AcceptPing)
export class AcceptPingHandler implements ICommandHandler<AcceptPing> {
  constructor(
    private readonly log: DeliveryLog,
    private readonly plugins: PluginRegistry,
    private readonly senders: SenderAuthentication,
    private readonly heartbeats: HeartbeatDirectory,
  ) {}

  async execute({ webhook, name, posted }: AcceptPing): Promise<DeliveryReceipt> {
    const plugin = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    if (!this.senders.isPublic(webhook, plugin)) await this.senders.authenticate(webhook, plugin, posted);
    if (!isHeartbeatName(name)) throw DomainError.invalid('name', NAME_REQUIREMENT);
    if (!(await this.heartbeats.isPingAccepted(webhook, name)))
      throw DomainError.notFound('The heartbeat', name);
    return this.log.append(webhook, createHeartbeatDelivery({ kind: 'ping', name }));
  }
}
