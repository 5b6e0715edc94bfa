import { Inject, Injectable } from '@nestjs/common';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { ReadAlarm } from '../domain/read-alarms.js';
import { CarefulReading } from './careful-reading.js';
import type { StoredDelivery } from './ports/replay-log.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { SenderVerification } from './sender-verification.js';

/** A webhook as it is now, and what reads its stored deliveries. */
export interface Replayed {
  readonly webhook: AdmittedWebhook;
  readonly plugin: AnyPlugin;
}

/** What a worker needs for reading stored deliveries again. */
@Injectable()
export class ReplayReader {
  constructor(
    @Inject(WebhookDirectory) private readonly webhooks: WebhookDirectory,
    @Inject(SenderVerification) private readonly senders: SenderVerification,
    @Inject(CarefulReading) private readonly careful: CarefulReading,
  ) {}

  /**
   * @returns `undefined` for a webhook that is gone
   * @throws Error where this process does not have its plugin
   */
  async load(uuid: string): Promise<Replayed | undefined> {
    await this.careful.look();
    const webhook = (await this.webhooks.load([uuid])).get(uuid);
    if (webhook === undefined) return undefined;
    const plugin = this.senders.storedPluginOf(webhook);
    if (!plugin) throw new Error(`plugin ${webhook.plugin_id} ${webhook.plugin_version} is not here`);
    return { webhook, plugin };
  }

  /** What is said of a delivery instead of letting the plugin read it. */
  refusal({ webhook, plugin }: Replayed, stored: StoredDelivery): Promise<readonly ReadAlarm[] | undefined> {
    return this.careful.refusal(webhook, plugin, stored);
  }
}
