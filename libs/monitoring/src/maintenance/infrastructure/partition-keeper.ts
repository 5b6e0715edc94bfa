import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Hourly } from '#shared/platform/lifecycle/hourly.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { ensurePartitions } from '../../persistence/partitions.js';

/** Keeps partitions made ahead. Every process does so, because one that only accepts needs them just as much. */
@Injectable()
export class PartitionKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly hourly = new Hourly('Partitions', () => this.makeAhead());

  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.hourly.start();
  }

  onModuleDestroy(): void {
    this.hourly.stop();
  }

  /** By the database's clock, which tells the time of arrival. */
  private async makeAhead(): Promise<void> {
    const { rows } = await this.pool.query<{ now: Date }>('select clock_timestamp() as now');
    for (const { now } of rows)
      await ensurePartitions(this.pool, ['delivery_segment', 'quarantine', 'event'], now);
  }
}
