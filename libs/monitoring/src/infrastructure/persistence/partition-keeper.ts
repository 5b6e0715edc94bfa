import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { ensurePartitions } from './partitions.js';

const EVERY = 3_600_000;

/** Keeps partitions made ahead. Every process does so, because one that only accepts needs them just as much. */
@Injectable()
export class PartitionKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Partitions');
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.keep();
    this.timer = setInterval(() => void this.keep(), EVERY).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async keep(): Promise<void> {
    try {
      await ensurePartitions(this.pool, ['delivery_segment', 'quarantine', 'event'], new Date());
    } catch (error) {
      this.logger.warn(
        `not made, tried again later: ${error instanceof Error ? error.message : 'unknown error'}`,
      );
    }
  }
}
