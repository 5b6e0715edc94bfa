import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '../telemetry/metrics.js';
import { readDurability, readReplicationMode, type DurabilitySetting } from './durability.js';
import { QueryPool } from './pools.js';

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
