import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { PluginRegistry } from '#senders/registry.js';
import { HeartbeatDirectory } from './ports/heartbeat-directory.js';
import { createHeartbeatDelivery, type HeartbeatReport } from '../domain/heartbeat-delivery.js';
import { isHeartbeatName, NAME_REQUIREMENT } from '../../webhooks/domain/heartbeat-terms.js';
import { redactAccessKey, redactFragment } from '../../intake/domain/redact-access-key.js';
import { DeliveryLog, type DeliveryReceipt } from '../../intake/application/ports/delivery-log.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import {
  SenderAuthentication,
  type ReceivedRequest,
} from '../../intake/application/sender-authentication.js';

/** A message of the source of a heartbeat, and what it says besides. */
export interface HeartbeatSignal extends HeartbeatReport {
  readonly kind: 'ping' | 'fail' | 'start' | 'log';
  readonly name: string;
}

/**
 * Records a message of the source of a heartbeat, such as that it is alive. It is stored as a delivery, so that no
 * acknowledged message is lost; of the request only the report about a job is kept. The scope comes from the webhook,
 * because its address authorized the caller.
 * @throws ERROR_NOT_FOUND, ERROR_INVALID_PARAMETER, ERROR_AUTHENTICATE_FAILURE, ERROR_UNAVAILABLE
 */
export class AcceptPing extends Command<DeliveryReceipt> {
  constructor(
    readonly webhook: AdmittedWebhook,
    readonly access_key: string,
    readonly signal: HeartbeatSignal,
    readonly posted: ReceivedRequest,
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

  async execute({ webhook, access_key, signal, posted }: AcceptPing): Promise<DeliveryReceipt> {
    const { name } = signal;
    const plugin = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    const signed_id = this.senders.isPublic(webhook, plugin)
      ? undefined
      : await this.senders.authenticate(webhook, plugin, posted);
    if (!isHeartbeatName(name)) throw DomainError.invalid('name', NAME_REQUIREMENT);
    if (!(await this.heartbeats.isPingAccepted(webhook, name)))
      throw DomainError.notFound('The heartbeat', name);
    // The output of a script may show the address that the script posts to.
    const delivery = redactAccessKey({ ...createHeartbeatDelivery(signal, signal), signed_id }, access_key);
    return this.log.append(webhook, { ...delivery, body: redactFragment(delivery.body, access_key) });
  }
}
