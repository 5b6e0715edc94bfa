import type { Logger } from '@nestjs/common';
import { formatId } from '#shared/kernel/ids.js';
import { messageOf } from '#shared/kernel/message-of.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { PluginRegistry } from '#senders/registry.js';
import type { WebhookDirectory, AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { SenderVerification } from './sender-verification.js';

/** Milliseconds. What keeps a webhook waiting is met again with every sweep. */
const SAID_AGAIN = 60_000;
const MOST_SAID = 10_000;

/** Webhooks as they are now, and what reads their deliveries. */
export class ReadyWebhooks {
  /** When, by what was said. */
  private readonly said = new Map<string, number>();

  constructor(
    private readonly webhooks: WebhookDirectory,
    private readonly plugins: PluginRegistry,
    private readonly senders: SenderVerification,
    private readonly logger: Logger,
  ) {}

  /** Together if possible: one that cannot be loaded must not take the others with it. */
  async load(uuids: readonly string[]): Promise<AdmittedWebhook[]> {
    try {
      return [...(await this.webhooks.load(uuids)).values()];
    } catch (error) {
      if (uuids.length === 1) {
        const what = messageOf(error);
        const webhook_id = formatId('webhook', uuids[0] ?? '');
        if (this.isNews(webhook_id, what)) this.logger.error(what, { webhook_id });
        return [];
      }
      const each = await Promise.all(uuids.map((uuid) => this.load([uuid])));
      return each.flat();
    }
  }

  /** `undefined` where this process does not have it: it is left to another. */
  pluginOf(webhook: AdmittedWebhook): AnyPlugin | undefined {
    const { webhook_id, domain_id: domain, plugin_id, plugin_version } = webhook;
    const found = this.plugins.find(plugin_id, plugin_version);
    if (found !== undefined) return this.senders.checked(webhook, found);
    const what = `left to a worker that has ${plugin_id} ${plugin_version}`;
    if (this.isNews(webhook_id, what)) this.logger.warn(what, { webhook_id, domain });
    return undefined;
  }

  private isNews(webhook_id: string, what: string): boolean {
    const key = `${webhook_id} ${what}`;
    const now = performance.now();
    if (now - (this.said.get(key) ?? Number.NEGATIVE_INFINITY) < SAID_AGAIN) return false;
    if (this.said.size >= MOST_SAID) this.said.clear();
    this.said.set(key, now);
    return true;
  }
}
