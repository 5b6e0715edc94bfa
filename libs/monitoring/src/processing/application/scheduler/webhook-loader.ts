import type { Logger } from '@nestjs/common';
import { formatId } from '#shared/kernel/ids.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { NegativeCache } from '#shared/kernel/negative-cache.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { PluginRegistry } from '#senders/registry.js';
import type {
  WebhookDirectory,
  AdmittedWebhook,
} from '../../../intake/application/ports/webhook-directory.js';
import type { SenderVerification } from '../sender-verification.js';
import type { ScheduledWebhook } from './webhook-scheduler.js';

/** Milliseconds. Each sweep meets the same obstacle again, which is not worth a message each time. */
const LOG_INTERVAL_MS = 60_000;
const MAX_LOGGED = 10_000;
const MAX_DOMAINS = 50_000;

export class WebhookLoader {
  private readonly logged = new NegativeCache<true>(MAX_LOGGED, LOG_INTERVAL_MS);
  /** By webhook. A webhook never changes its domain. */
  private readonly domains = new Map<string, string>();

  constructor(
    private readonly webhooks: WebhookDirectory,
    private readonly plugins: PluginRegistry,
    private readonly senders: SenderVerification,
    private readonly logger: Logger,
  ) {}

  /** Returns the domains of webhooks for the scheduler. Webhooks that cannot be loaded are left out. */
  async resolveDomains(uuids: readonly string[]): Promise<readonly ScheduledWebhook[]> {
    if (this.domains.size > MAX_DOMAINS) this.domains.clear();
    const unknown = uuids.filter((uuid) => !this.domains.has(uuid));
    if (unknown.length > 0)
      for (const { uuid, domain_id } of await this.load(unknown)) this.domains.set(uuid, domain_id);
    return [...new Set(uuids)].flatMap((uuid) => {
      const domain_id = this.domains.get(uuid);
      return domain_id === undefined ? [] : [{ uuid, domain_id }];
    });
  }

  /**
   * Loads all webhooks with one query. If that fails, loads each by itself, so that one bad record does not affect the others.
   */
  async load(uuids: readonly string[]): Promise<readonly AdmittedWebhook[]> {
    try {
      const loaded = await this.webhooks.load(uuids);
      return uuids.flatMap((uuid) => loaded.get(uuid) ?? []);
    } catch (error) {
      const [uuid = '', ...others] = uuids;
      if (others.length > 0) return (await Promise.all(uuids.map((one) => this.load([one])))).flat();
      const message = getLogMessage(error);
      const webhook_id = formatId('webhook', uuid);
      if (this.shouldLog(webhook_id, message)) this.logger.error(message, { webhook_id });
      return [];
    }
  }

  /** Returns `undefined` if this process does not have the plugin: the webhook is left to another worker. */
  findPlugin(webhook: AdmittedWebhook): AnyPlugin | undefined {
    const { webhook_id, domain_id: domain, plugin_id, plugin_version } = webhook;
    const found = this.plugins.find(plugin_id, plugin_version);
    if (found !== undefined) return this.senders.wrapPlugin(webhook, found);
    const message = `this worker does not have plugin ${plugin_id} ${plugin_version}: the webhook is left to a worker that has it`;
    if (this.shouldLog(webhook_id, message)) this.logger.warn(message, { webhook_id, domain });
    return undefined;
  }

  private shouldLog(webhook_id: string, message: string): boolean {
    const key = `${webhook_id} ${message}`;
    if (this.logged.find(key) !== undefined) return false;
    this.logged.add(key, true);
    return true;
  }
}
