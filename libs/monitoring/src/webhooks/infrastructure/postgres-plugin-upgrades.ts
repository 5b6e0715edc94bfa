import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { buildRecentCondition } from '#shared/platform/persistence/due-condition.js';
import { PluginUpgrades, type UpgradeCandidate } from '../application/ports/plugin-upgrades.js';

/** A worker without a sign of life for this long counts as dead. */
const WORKER_TIMEOUT_SECONDS = 60;
/** The upgrade of a webhook that was held back is tried again after this time: its deliveries may differ by then. */
const RETRY_AFTER_SECONDS = 3_600;

@Injectable()
export class PostgresPluginUpgrades extends PluginUpgrades {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async announce(workerId: string, versions: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `with forgotten as (
         delete from worker_plugins where heartbeat_at < clock_timestamp() - interval '1 day' and worker_id <> $1)
       insert into worker_plugins (worker_id, versions, heartbeat_at) values ($1, $2, clock_timestamp())
       on conflict (worker_id) do update set versions = excluded.versions, heartbeat_at = excluded.heartbeat_at`,
      [workerId, [...versions]],
    );
  }

  async withdraw(workerId: string): Promise<void> {
    await this.dataSource.query(`delete from worker_plugins where worker_id = $1`, [workerId]);
  }

  async findCommonVersions(versions: readonly string[]): Promise<readonly string[]> {
    const rows = await this.dataSource.query<{ version: string }[]>(
      `select version from unnest($1::text[]) as wanted (version)
       where not exists (
         select from worker_plugins
         where ${buildRecentCondition('heartbeat_at', WORKER_TIMEOUT_SECONDS)} and not versions @> array[wanted.version])`,
      [[...versions]],
    );
    return rows.map(({ version }) => version);
  }

  async claim(latest: ReadonlyMap<string, string>, limit: number): Promise<readonly UpgradeCandidate[]> {
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
         returning webhook_id)
       select webhook_id, domain_id, plugin_id, plugin_version from wanted join claimed using (webhook_id)`,
      [[...latest.keys()], [...latest.values()], limit],
    );
    return rows.map((row) => ({ ...row, webhook_id: formatId('webhook', row.webhook_id) }));
  }

  async recordFailure({ webhook_id }: UpgradeCandidate, version: string, reason: string): Promise<void> {
    await this.dataSource.query(
      `update plugin_upgrade set reason = $3, checked_at = clock_timestamp() where webhook_id = $1 and version = $2`,
      [parseId('webhook', webhook_id), version, reason],
    );
  }

  async removeFailure(webhook_id: string): Promise<void> {
    await this.dataSource.query(`delete from plugin_upgrade where webhook_id = $1`, [
      parseId('webhook', webhook_id),
    ]);
  }
}
