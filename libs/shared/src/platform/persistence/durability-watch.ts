import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '../telemetry/metrics.js';
import { readDurability, type NeededSetting } from './durability.js';
import { QueryPool } from './pools.js';

/** Logs an error if the server may lose what it has confirmed: at the start, and when a scrape finds a change. */
@Injectable()
export class DurabilityWatch implements OnApplicationBootstrap {
  private readonly logger = new Logger('Database');
  private told = '';

  constructor(
    metrics: Metrics,
    private readonly pool: QueryPool,
  ) {
    metrics.gauge(
      'tocsin_database_setting_unsafe',
      '1 while this setting of the server can lose acknowledged deliveries if its machine fails.',
      async () =>
        [...(await this.read())].map(([setting, isOn]) => ({ labels: { setting }, value: Number(!isOn) })),
    );
  }

  onApplicationBootstrap(): void {
    // If the database is unavailable now, the scrapes ask it later.
    void this.read().catch(() => undefined);
  }

  private async read(): Promise<ReadonlyMap<NeededSetting, boolean>> {
    const settings = await readDurability(this.pool);
    const off = [...settings].filter(([, isOn]) => !isOn).map(([name]) => name);
    const words = off.join(' and ');
    if (words !== this.told && off.length > 0)
      this.logger.error(
        `${words} of the database ${off.length === 1 ? 'is' : 'are'} off: acknowledged deliveries are lost or damaged ` +
          `if its machine crashes; switch ${off.length === 1 ? 'it' : 'them'} on, and restart the server`,
      );
    this.told = words;
    return settings;
  }
}
