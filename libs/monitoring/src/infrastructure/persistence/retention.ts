import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Clock } from '#shared/kernel/clock.js';
import { Hourly } from '#shared/platform/lifecycle/hourly.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { dropPartitionsBefore } from './partitions.js';

/** How long what is stored is kept, in days. */
export abstract class RetentionPeriods {
  abstract readonly eventDays: number;
  abstract readonly deliveryDays: number;
  abstract readonly quarantineDays: number;
}

const DAY = 86_400_000;

/** Drops what has been kept long enough, a partition at a time. */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Retention');
  private readonly hourly = new Hourly('Retention', () => this.enforce());

  constructor(
    @Inject(IngestPool) private readonly pool: IngestPool,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(RetentionPeriods) private readonly periods: RetentionPeriods,
  ) {}

  onApplicationBootstrap(): void {
    void this.hourly.start();
  }

  onModuleDestroy(): void {
    this.hourly.stop();
  }

  /** The names of the partitions it dropped; none where another worker is at it. */
  async enforce(): Promise<string[]> {
    const client = await this.pool.connect();
    try {
      const { rows } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_lock(hashtext('tocsin retention')) as mine`,
      );
      const dropped = rows[0]?.mine ? await this.drop(client) : [];
      if (dropped.length > 0) this.logger.log(`dropped ${dropped.join(', ')}`);
      return dropped;
    } finally {
      // The connection goes too: with it goes the lock, whatever happened.
      await client.query(`select pg_advisory_unlock(hashtext('tocsin retention'))`).catch(() => undefined);
      client.release(true);
    }
  }

  private async drop(client: PoolClient): Promise<string[]> {
    await trimFeed(client);
    const before = (days: number) => new Date(this.clock.now().getTime() - days * DAY);
    return [
      ...(await dropPartitionsBefore(client, 'event', before(this.periods.eventDays))),
      ...(await dropPartitionsBefore(client, 'quarantine', before(this.periods.quarantineDays))),
      ...(await dropPartitionsBefore(
        client,
        'delivery_segment',
        before(this.periods.deliveryDays),
        // What is not processed yet is on disk nowhere else.
        async (partition) =>
          (await client.query(`select from ${partition} where processed_at is null limit 1`)).rowCount !== 0,
      )),
    ];
  }
}

/**
 * What who follows the events may still ask for is an hour old. What began before it but is still above the horizon
 * nobody was told of yet.
 */
async function trimFeed(client: PoolClient): Promise<void> {
  await client.query(`
    delete from event_feed
    where stored_at < clock_timestamp() - interval '70 minutes' and xid < pg_snapshot_xmin(pg_current_snapshot())`);
}
