import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';
import { ensurePartitionsAhead, PARTITIONED_TABLES } from '../../persistence/partitions.js';

/** Creates partitions in advance. Every process does so: a process that only accepts needs them as well. */
@Injectable()
export class PartitionCreator implements OnApplicationBootstrap {
  private readonly logger = new Logger('Partitions');

  constructor(private readonly pool: IngestPool) {}

  /** Creates the partitions before the first delivery is accepted. */
  async onApplicationBootstrap(): Promise<void> {
    await this.createAhead().catch((error: unknown) =>
      this.logger.warn(`partitions were not created, and are tried again later: ${getLogMessage(error)}`),
    );
  }

  @Every(HOUR_MS)
  async createAhead(): Promise<void> {
    await ensurePartitionsAhead(this.pool, PARTITIONED_TABLES);
  }
}
