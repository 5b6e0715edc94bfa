import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { PluginRegistry } from '#senders/registry.js';
import { DeliveryLog, type DeliveryReceipt } from '../../intake/application/ports/delivery-log.js';
import { SenderAuthentication } from '../../intake/application/admit-delivery.js';
import { redactAccessKey, redactFragment } from '../../intake/domain/redact-access-key.js';
import { isHeartbeatName, NAME_REQUIREMENT } from '../../webhooks/domain/heartbeat-terms.js';
import { AcceptPing } from '../application/accept-ping.js';
import { createHeartbeatDelivery } from '../domain/heartbeat-delivery.js';
import { CachedHeartbeatDirectory } from './cached-heartbeat-directory.js';

@CommandHandler(AcceptPing)
export class AcceptPingHandler implements ICommandHandler<AcceptPing> {
  constructor(
    private readonly log: DeliveryLog,
    private readonly plugins: PluginRegistry,
    private readonly senders: SenderAuthentication,
    private readonly heartbeats: CachedHeartbeatDirectory,
  ) {}

  async execute({ webhook, access_key, signal, posted }: AcceptPing): Promise<DeliveryReceipt> {
    const { name } = signal;
    const plugin = this.plugins.findOrLatest(webhook.plugin_id, webhook.plugin_version);
    const signed_id = this.senders.isPublic(webhook, plugin)
      ? undefined
      : await this.senders.authenticate(webhook, plugin, { ...posted, is_ping: true });
    if (!isHeartbeatName(name)) throw DomainError.invalid('name', NAME_REQUIREMENT);
    if (!(await this.heartbeats.isPingAccepted(webhook, name)))
      throw DomainError.notFound('The heartbeat', name);
    // The output of a script may show the address that the script posts to.
    const delivery = redactAccessKey({ ...createHeartbeatDelivery(signal, signal), signed_id }, access_key);
    return this.log.append(webhook, { ...delivery, body: redactFragment(delivery.body, access_key) });
  }
}
