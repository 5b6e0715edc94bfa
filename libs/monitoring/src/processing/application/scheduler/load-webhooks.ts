import type { Logger } from '@nestjs/common';
import { formatId } from '#shared/kernel/ids.js';
import { messageOf } from '#shared/kernel/message-of.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { PluginRegistry } from '#senders/registry.js';
import type {
  WebhookDirectory,
  AdmittedWebhook,
} from '../../../intake/application/ports/webhook-directory.js';
import type { SenderVerification } from '../sender-verification.js';

/** Milliseconds. What keeps a webhook waiting is met again with every sweep. */
const LOG_AGAIN_AFTER = 60_000;
const MOST_LOGGED = 10_000;

/** Webhooks as they are now, and the plugins that read their deliveries. */
export class LoadWebhooks {
  /** When, by what was logged. */
  private readonly logged = new Map<string, number>();

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
      const [uuid = '', ...others] = uuids;
      if (others.length > 0) return (await Promise.all(uuids.map((one) => this.load([one])))).flat();
      const message = messageOf(error);
      const webhook_id = formatId('webhook', uuid);
      if (this.isNews(webhook_id, message)) this.logger.error(message, { webhook_id });
      return [];
    }
  }

  /** `undefined` where this process does not have it: the webhook is left to another worker. */
  pluginOf(webhook: AdmittedWebhook): AnyPlugin | undefined {
    const { webhook_id, domain_id: domain, plugin_id, plugin_version } = webhook;
    const found = this.plugins.find(plugin_id, plugin_version);
    if (found !== undefined) return this.senders.checked(webhook, found);
    const message = `left to a worker that has ${plugin_id} ${plugin_version}`;
    if (this.isNews(webhook_id, message)) this.logger.warn(message, { webhook_id, domain });
    return undefined;
  }

  private isNews(webhook_id: string, message: string): boolean {
    const key = `${webhook_id} ${message}`;
    const now = performance.now();
    if (now - (this.logged.get(key) ?? Number.NEGATIVE_INFINITY) < LOG_AGAIN_AFTER) return false;
    if (this.logged.size >= MOST_LOGGED) this.logged.clear();
    this.logged.set(key, now);
    return true;
  }
}
