import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { Clock } from '#shared/kernel/clock.js';
import { newUuid } from '#shared/kernel/ids.js';
import { getLogMessage, getErrorMessage } from '#shared/kernel/error-message.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { Webhook } from '../domain/webhook.js';
import { PluginRegistry } from '#senders/registry.js';
import { splitSecrets } from '#senders/plugin-api/secret-options.js';
import { checkPlugin } from './check-plugin.js';
import { PluginUpgrades, type UpgradeCandidate } from './ports/plugin-upgrades.js';
import { StoredDeliveries } from '../../processing/application/ports/stored-deliveries.js';
import { WebhookRepository } from './ports/webhook-repository.js';
import { compareStoredDeliveries } from '../../processing/application/compare-stored.js';
import { SenderVerification } from '../../processing/application/sender-verification.js';

const WEBHOOKS_PER_RUN = 10;

/**
 * Moves AUTO webhooks, of any domain, to the latest version of their plugin as soon as every live worker has it, unless it does
 * worse on the webhook's last deliveries. Also announces the versions of this worker.
 */
@Injectable()
export class UpgradePlugins implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('UpgradePlugins');
  private readonly workerId = newUuid(new Date());

  constructor(
    private readonly plugins: PluginRegistry,
    private readonly upgrades: PluginUpgrades,
    private readonly webhooks: WebhookRepository,
    private readonly storedDeliveries: StoredDeliveries,
    private readonly senderVerification: SenderVerification,
    private readonly clock: Clock,
  ) {}

  /** Announces the worker before it takes any work: if it crashes at once, that must be noticed too. */
  async onModuleInit(): Promise<void> {
    await this.announce().catch(() => undefined);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.upgrades.withdraw(this.workerId).catch(() => undefined);
  }

  @Every(5_000)
  async execute(): Promise<void> {
    await this.announce();
    const newest = this.plugins.list();
    const commonVersions = new Set(await this.upgrades.findCommonVersions(newest.map(formatVersion)));
    const latest = newest.filter((plugin) => commonVersions.has(formatVersion(plugin)));
    const candidates = await this.upgrades.claim(
      new Map(latest.map(({ plugin_id, version }) => [plugin_id, version])),
      WEBHOOKS_PER_RUN,
    );
    for (const candidate of candidates) await this.upgrade(candidate);
  }

  private announce(): Promise<void> {
    const versions = this.plugins
      .list()
      .flatMap(({ plugin_id }) =>
        this.plugins.versions(plugin_id).map((version) => `${plugin_id} ${version}`),
      );
    return this.upgrades.announce(this.workerId, versions);
  }

  private async upgrade(candidate: UpgradeCandidate): Promise<void> {
    const plugin = this.plugins.get(candidate.plugin_id);
    const scope = createSystemScope(candidate.domain_id);
    try {
      const webhook = await this.webhooks.find(scope, candidate.webhook_id);
      const regression = await this.findRegression(webhook, plugin);
      if (regression !== undefined)
        return await this.upgrades.recordFailure(candidate, plugin.version, regression);
      await this.webhooks.change(scope, candidate.webhook_id, (current) =>
        this.moveWebhook(current, webhook, plugin),
      );
      await this.upgrades.removeFailure(candidate.webhook_id);
    } catch (error) {
      const { webhook_id, domain_id: domain, plugin_version } = candidate;
      this.logger.warn(`the plugin was not upgraded from ${plugin_version}: ${getLogMessage(error)}`, {
        webhook_id,
        domain,
      });
      await this.upgrades.recordFailure(
        candidate,
        plugin.version,
        `it could not be tried: ${getErrorMessage(error)}`,
      );
    }
  }

  /** Upgrades the webhook, unless somebody changed it while the version was tried. */
  private moveWebhook(current: Webhook, tested: Webhook, plugin: AnyPlugin): boolean {
    if (current.upgrade_mode !== 'AUTO' || current.updated_at.getTime() !== tested.updated_at.getTime())
      return false;
    const { options, secret_options } = splitSecrets(plugin, {
      ...current.options,
      ...current.secret_options,
    });
    const choice = { version: plugin.version, upgrade_mode: 'AUTO', options, secret_options } as const;
    return current.changePlugin(choice, this.clock.now());
  }

  private async findRegression(webhook: Webhook, plugin: AnyPlugin): Promise<string | undefined> {
    const checks = await checkPlugin(
      this.plugins,
      webhook,
      plugin.version,
      this.storedDeliveries,
      this.senderVerification,
    );
    const failed = checks.filter(({ ok, name }) => !ok && name !== 'deliveries');
    if (failed.length > 0) return failed.map(({ name, message }) => `${name}: ${message}`).join('; ');
    const before = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    // No worker has the current version, so nothing is parsed now and the new version cannot do worse.
    if (before === undefined) return undefined;
    const compared = await compareStoredDeliveries(this.storedDeliveries, this.senderVerification, webhook, [
      before,
      plugin,
    ]);
    const worse = compared.filter((one) => one.worse);
    const [reason] = worse.flatMap(({ differences }) => differences.flatMap((one) => one.reason ?? []));
    return worse.length === 0
      ? undefined
      : `it reads ${worse.length} of the last ${compared.length} deliveries no more: ${reason ?? 'no alarm in them'}`;
  }
}

function formatVersion({ plugin_id, version }: AnyPlugin): string {
  return `${plugin_id} ${version}`;
}

function createSystemScope(domain_id: string): Scope {
  const origin = { action: 'webhook.upgrade_plugin', api_key_id: null, address: '' };
  return { domain_id, user_id: null, role: 'ADMIN', root: true, origin };
}
