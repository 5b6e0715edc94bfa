import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { buildRecentCondition } from '#shared/platform/persistence/due-condition.js';
import { withTimeout } from '#shared/kernel/with-timeout.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Clock } from '#shared/kernel/clock.js';
import { formatId, newUuid, parseId } from '#shared/kernel/ids.js';
import { getLogMessage, getErrorMessage } from '#shared/kernel/error-message.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { Webhook } from '../domain/webhook.js';
import { PluginRegistry } from '#senders/registry.js';
import { WORKER_TIMEOUT_SECONDS } from '../tables/worker-versions.js';
import { splitSecrets } from '#senders/plugin-api/secret-options.js';
import { PluginChecks } from '../application/check-plugin.js';
import { WebhookRepository } from '../application/ports/webhook-repository.js';

const WEBHOOKS_PER_RUN = 10;
/** The upgrade of a webhook that was held back is tried again after this time: its deliveries may differ by then. */
const RETRY_AFTER_SECONDS = 3_600;

/** Milliseconds for the upgrade of a webhook. Nothing else limits a plugin of a package that never answers. */
const UPGRADE_LIMIT_MS = 120_000;

interface UpgradeCandidate {
  readonly webhook_id: string;
  readonly domain_id: string;
  readonly plugin_id: string;
  readonly plugin_version: string;
  /** The version that it is moved to, and when it was claimed. Only this worker has claimed both. */
  readonly version: string;
  readonly checked_at: Date;
}

/**
 * Moves AUTO webhooks, of any domain, to the latest version of their plugin as soon as every live worker has it, unless it does
 * worse on the webhook's last deliveries. Also announces the versions of this worker.
 */
@Injectable()
export class UpgradePlugins implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('UpgradePlugins');
  private readonly workerId = newUuid(new Date());
  /** What this worker has claimed and not ended. */
  private readonly claimed = new Set<UpgradeCandidate>();

  constructor(
    private readonly plugins: PluginRegistry,
    private readonly dataSource: DataSource,
    private readonly webhooks: WebhookRepository,
    private readonly checks: PluginChecks,
    private readonly clock: Clock,
  ) {}

  /** Announces the worker before it takes any work: if it crashes at once, that must be noticed too. */
  async onModuleInit(): Promise<void> {
    await this.announce().catch(() => undefined);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.release().catch(() => undefined);
    await this.dataSource
      .query(`delete from worker_plugins where worker_id = $1`, [this.workerId])
      .catch(() => undefined);
  }

  @Every(5_000)
  async execute(): Promise<void> {
    // Left over by a run that failed.
    await this.release();
    const newest = this.plugins.list();
    const commonVersions = new Set(await this.findCommonVersions(newest.map(formatVersion)));
    const latest = newest.filter((plugin) => commonVersions.has(formatVersion(plugin)));
    const candidates = await this.claim(latest);
    for (const candidate of candidates) this.claimed.add(candidate);
    for (const candidate of candidates) {
      await this.upgrade(candidate);
      this.claimed.delete(candidate);
    }
  }

  /**
   * Releases what this worker has claimed, unless another one has claimed it since: it is tried at once, instead of in an hour.
   * The reason of the last attempt is kept.
   */
  private async release(): Promise<void> {
    const claimed = [...this.claimed];
    if (claimed.length === 0) return;
    await this.dataSource.query(
      `update plugin_upgrade u set checked_at = u.checked_at - make_interval(secs => ${RETRY_AFTER_SECONDS})
       from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as claimed (webhook_id, version, checked_at)
       where u.webhook_id = claimed.webhook_id and u.version = claimed.version and u.checked_at = claimed.checked_at`,
      [
        claimed.map(({ webhook_id }) => parseId('webhook', webhook_id)),
        claimed.map(({ version }) => version),
        claimed.map(({ checked_at }) => checked_at),
      ],
    );
    for (const candidate of claimed) this.claimed.delete(candidate);
  }

  /** Tells the other workers which versions this one has. This sign of life does not wait for upgrades. */
  @Every(5_000)
  async announce(): Promise<void> {
    const versions = this.plugins
      .list()
      .flatMap(({ plugin_id }) =>
        this.plugins.versions(plugin_id).map((version) => `${plugin_id} ${version}`),
      );
    await this.dataSource.query(
      `with forgotten as (
         delete from worker_plugins where heartbeat_at < clock_timestamp() - interval '1 day' and worker_id <> $1)
       insert into worker_plugins (worker_id, versions, heartbeat_at) values ($1, $2, clock_timestamp())
       on conflict (worker_id) do update set versions = excluded.versions, heartbeat_at = excluded.heartbeat_at`,
      [this.workerId, versions],
    );
  }

  /** Returns those of the versions that every live worker has. */
  private async findCommonVersions(versions: readonly string[]): Promise<readonly string[]> {
    const rows = await this.dataSource.query<{ version: string }[]>(
      `select version from unnest($1::text[]) as wanted (version)
       where not exists (
         select from worker_plugins
         where ${buildRecentCondition('heartbeat_at', WORKER_TIMEOUT_SECONDS)} and not versions @> array[wanted.version])`,
      [versions],
    );
    return rows.map(({ version }) => version);
  }

  /** Returns webhooks that run another version than `latest`. Each is given to one worker only, and again only after a while. */
  async claim(latest: readonly AnyPlugin[]): Promise<readonly UpgradeCandidate[]> {
    const rows = await this.dataSource.query<UpgradeCandidate[]>(
      `with wanted as (
         select w.webhook_id, w.domain_id, w.plugin_id, w.plugin_version, latest.version
         from unnest($1::text[], $2::text[]) as latest (plugin_id, version)
         join webhook w on w.plugin_id = latest.plugin_id and w.plugin_version <> latest.version
         left join plugin_upgrade u on u.webhook_id = w.webhook_id and u.version = latest.version
         where w.upgrade_mode = 'AUTO' and w.deleted_at is null
           and (u.webhook_id is null or not (${buildRecentCondition('u.checked_at', RETRY_AFTER_SECONDS)}))
         order by w.webhook_id limit $3
       ), claimed as (
         insert into plugin_upgrade (webhook_id, domain_id, version, checked_at)
         select webhook_id, domain_id, version, clock_timestamp() from wanted
         on conflict (webhook_id) do update
           set version = excluded.version, checked_at = excluded.checked_at,
             reason = case when plugin_upgrade.version = excluded.version then plugin_upgrade.reason end
           where plugin_upgrade.version <> excluded.version
             or not (${buildRecentCondition('plugin_upgrade.checked_at', RETRY_AFTER_SECONDS)})
         returning webhook_id, checked_at)
       select webhook_id, domain_id, plugin_id, plugin_version, version, checked_at
       from wanted join claimed using (webhook_id)`,
      [latest.map(({ plugin_id }) => plugin_id), latest.map(({ version }) => version), WEBHOOKS_PER_RUN],
    );
    return rows.map((row) => ({ ...row, webhook_id: formatId('webhook', row.webhook_id) }));
  }

  private async upgrade(candidate: UpgradeCandidate): Promise<void> {
    const plugin = this.plugins.get(candidate.plugin_id);
    const scope = createSystemScope(candidate.domain_id);
    try {
      const webhook = await this.webhooks.find(scope, candidate.webhook_id);
      const regression = await withTimeout(
        UPGRADE_LIMIT_MS,
        this.findRegression(webhook, plugin),
        'the upgrade',
      );
      if (regression !== undefined) return await this.recordFailure(candidate, plugin.version, regression);
      await this.webhooks.change(scope, candidate.webhook_id, (current) =>
        this.moveWebhook(current, webhook, plugin),
      );
      await this.dataSource.query(`delete from plugin_upgrade where webhook_id = $1`, [
        parseId('webhook', candidate.webhook_id),
      ]);
    } catch (error) {
      const { webhook_id, domain_id: domain, plugin_version } = candidate;
      this.logger.warn(`the plugin was not upgraded from ${plugin_version}: ${getLogMessage(error)}`, {
        webhook_id,
        domain,
      });
      await this.recordFailure(candidate, plugin.version, `it could not be tried: ${getErrorMessage(error)}`);
    }
  }

  /** Records why the webhook was not upgraded. The reason is shown with the webhook. */
  private async recordFailure(
    { webhook_id }: UpgradeCandidate,
    version: string,
    reason: string,
  ): Promise<void> {
    await this.dataSource.query(
      `update plugin_upgrade set reason = $3, checked_at = clock_timestamp() where webhook_id = $1 and version = $2`,
      [parseId('webhook', webhook_id), version, reason],
    );
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
    const checks = await this.checks.run(webhook, plugin.version);
    const failed = checks.filter(({ ok, name }) => !ok && name !== 'deliveries');
    if (failed.length > 0) return failed.map(({ name, message }) => `${name}: ${message}`).join('; ');
    const before = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    // No worker has the current version, so nothing is parsed now and the new version cannot do worse.
    if (before === undefined) return undefined;
    const compared = await this.checks.compare(webhook, [before, plugin]).catch((error: unknown) => {
      if (error instanceof DomainError) return undefined;
      throw error;
    });
    if (compared === undefined) {
      // Some delivery exceeds the limits of the sandbox. If the new version alone parses all of them, the current one is at fault.
      const tried = checks.find(({ ok, name }) => !ok && name === 'deliveries');
      return tried && `${tried.name}: ${tried.message}`;
    }
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
