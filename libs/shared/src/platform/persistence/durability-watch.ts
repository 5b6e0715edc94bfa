import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Pool } from 'pg';
import { Metrics } from '../telemetry/metrics.js';
import { QueryPool } from './pools.js';

/** Settings without which the server loses or damages what it has confirmed, if its machine fails. */
const REQUIRED_SETTINGS = ['fsync', 'full_page_writes'] as const;
const TIMEOUT_MS = 5_000;

type DurabilitySetting = (typeof REQUIRED_SETTINGS)[number];

/** Returns which of these settings are on. No session can compensate for them. */
export async function readDurability(pool: Pool): Promise<ReadonlyMap<DurabilitySetting, boolean>> {
  const { rows } = await pool.query<{ name: DurabilitySetting; is_on: boolean }>({
    text: `select name, current_setting(name) = 'on' as is_on from unnest($1::text[]) as needed(name)`,
    values: [REQUIRED_SETTINGS],
    query_timeout: TIMEOUT_MS,
  });
  return new Map(rows.map(({ name, is_on }) => [name, is_on]));
}

/**
 * Whether commits wait for a standby; `asynchronous`: there are standbys, and a fail-over to any of them loses what it lacks.
 * `unknown`: the role may not see it.
 */
type ReplicationMode = 'none' | 'synchronous' | 'asynchronous' | 'unknown';

export async function readReplicationMode(pool: Pool): Promise<ReplicationMode> {
  const { rows } = await pool.query<{ mode: ReplicationMode }>({
    // Roles without the right see the rows of standbys, but not their state. A base backup is no standby.
    text: `
      select case
        when not pg_has_role(current_user, 'pg_read_all_stats', 'usage') then 'unknown'
        when bool_or(sync_state in ('sync', 'quorum')) then 'synchronous'
        when count(*) > 0 then 'asynchronous'
        else 'none' end as mode
      from pg_stat_replication where state is distinct from 'backup'`,
    query_timeout: TIMEOUT_MS,
  });
  return rows[0]?.mode ?? 'unknown';
}

/** Logs an error if the server may lose what it has confirmed: at the start, and when a scrape finds a change. */
@Injectable()
export class DurabilityWatch implements OnApplicationBootstrap {
  private readonly logger = new Logger('Database');
  private loggedSettings = '';

  constructor(
    metrics: Metrics,
    private readonly pool: QueryPool,
  ) {
    metrics.gauge(
      'tocsin_database_setting_unsafe',
      '1 while this setting of the server can lose acknowledged deliveries if its machine fails.',
      async () =>
        [...(await this.check())].map(([setting, isOn]) => ({ labels: { setting }, value: Number(!isOn) })),
    );
    metrics.gauge(
      'tocsin_database_standby_asynchronous',
      '1 if the database has standbys and commits wait for none of them; no value if the role may not see it.',
      async () => {
        const mode = await readReplicationMode(this.pool);
        return mode === 'unknown' ? [] : [{ value: Number(mode === 'asynchronous') }];
      },
    );
  }

  onApplicationBootstrap(): void {
    // If the database is unavailable now, the scrapes ask it later.
    void this.check().catch(() => undefined);
  }

  private async check(): Promise<ReadonlyMap<DurabilitySetting, boolean>> {
    const settings = await readDurability(this.pool);
    const disabled = [...settings].filter(([, isOn]) => !isOn).map(([name]) => name);
    const settingNames = disabled.join(' and ');
    if (settingNames !== this.loggedSettings && disabled.length > 0)
      this.logger.error(
        `${settingNames} of the database ${disabled.length === 1 ? 'is' : 'are'} off: acknowledged deliveries are lost or damaged ` +
          `if its machine crashes; switch ${disabled.length === 1 ? 'it' : 'them'} on, and restart the server`,
      );
    this.loggedSettings = settingNames;
    return settings;
  }
}
