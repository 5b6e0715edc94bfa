import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { mapUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import { WebhookDirectory } from '../../intake/application/ports/webhook-directory.js';
import { toDeliveryInfo, type DeliveryInfo } from '../../intake/application/get-delivery.js';
import { findCrash } from './parsing/delivery-parser.js';
import { PluginSandbox } from './ports/plugin-sandbox.js';
import { ReplayLog, WebhookGoneError } from './ports/replay-log.js';
import { replayStored } from './replay-stored.js';
import { SenderVerification } from './sender-verification.js';

/**
 * Runs the quarantined parts of a delivery through the current plugin of its webhook. Returns `undefined` and changes nothing if
 * nothing of the delivery is in quarantine.
 * @throws ERROR_CONFLICT if some alarms already made events and the plugin now splits the delivery differently, if the delivery
 * was refused, or if its webhook was deleted; ERROR_UNAVAILABLE while the plugin is unavailable
 */
export class ReplayDelivery extends Command<DeliveryInfo | undefined> {
  constructor(
    readonly scope: Scope,
    readonly delivery_id: string,
  ) {
    super();
  }
}

@CommandHandler(ReplayDelivery)
export class ReplayDeliveryHandler implements ICommandHandler<ReplayDelivery> {
  constructor(
    private readonly log: ReplayLog,
    private readonly webhooks: WebhookDirectory,
    private readonly senders: SenderVerification,
    private readonly sandbox: PluginSandbox,
    private readonly wakeUp: WakeUp,
  ) {}

  async execute({ scope, delivery_id }: ReplayDelivery): Promise<DeliveryInfo | undefined> {
    const stored = await this.log.findQuarantined(scope.domain_id, parseId('delivery', delivery_id));
    if (stored === undefined) return undefined;
    const webhook = await this.webhooks.loadPresent(stored.webhook_uuid);
    if (webhook === undefined) throw new WebhookGoneError();
    // The signature is checked again: a delivery that was not authentic must not pass by being replayed.
    const plugin = this.senders.findPluginForStored(webhook);
    if (plugin === undefined)
      throw DomainError.unavailable(
        `This process does not have plugin ${webhook.plugin_id} ${webhook.plugin_version}`,
        5,
      );
    try {
      const target = { webhook, plugin };
      // It may be in quarantine because it crashes the process that parses it.
      const crash = await findCrash(this.sandbox, target, stored);
      const refusal = crash === undefined ? undefined : [{ kind: 'unreadable' as const, reason: crash }];
      const result = await replayStored(this.log, target, stored, 'quarantined', { by: scope }, refusal);
      if (result.kind === 'conflict') throw new DomainError('ERROR_CONFLICT', 'conflict', result.reason);
      if (result.kind === 'nothing') return undefined;
      const { delivery_id: uuid, delivery } = stored;
      return toDeliveryInfo({
        delivery_id: uuid,
        webhook_id: webhook.uuid,
        received_at: delivery.received_at,
        outcomes: result.outcomes,
      });
    } catch (error) {
      throw mapUnavailableError(error);
    } finally {
      // A worker that found the webhook locked relies on the holder of the lock to look again.
      this.wakeUp.signalDeliveries([webhook.uuid]);
    }
  }
}
