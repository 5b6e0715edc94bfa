import { Injectable } from '@nestjs/common';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { ParsedAlarm } from '../domain/parse-alarms.js';
import { CrashIsolation } from './parsing/crash-isolation.js';
import type { DeliveryToReplay } from './ports/replay-log.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { SenderVerification } from './sender-verification.js';

/** A webhook in its current state, and the plugin for its stored deliveries. */
export interface ReplayTarget {
  readonly webhook: AdmittedWebhook;
  readonly plugin: AnyPlugin;
}

/** Loads what a worker needs to parse stored deliveries again. */
@Injectable()
export class ReplayLoader {
  constructor(
    private readonly webhooks: WebhookDirectory,
    private readonly senders: SenderVerification,
    private readonly isolation: CrashIsolation,
  ) {}

  /** Returns `undefined` if the webhook was deleted. @throws Error if this process does not have its plugin */
  async load(uuid: string): Promise<ReplayTarget | undefined> {
    await this.isolation.refresh();
    const webhook = (await this.webhooks.load([uuid])).get(uuid);
    if (webhook === undefined) return undefined;
    const plugin = this.senders.findPluginForStored(webhook);
    if (!plugin) throw new Error(`plugin ${webhook.plugin_id} ${webhook.plugin_version} is not here`);
    return { webhook, plugin };
  }

  /** Returns the result to use instead of a parse, for a delivery that crashes the plugin; otherwise `undefined`. */
  async detectCrash(
    target: ReplayTarget,
    stored: DeliveryToReplay,
  ): Promise<readonly ParsedAlarm[] | undefined> {
    const reason = await this.isolation.detectCrash(target, stored);
    return reason === undefined ? undefined : [{ kind: 'unreadable', reason }];
  }
}
