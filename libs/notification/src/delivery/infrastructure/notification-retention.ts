import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';
import { dropPartitionsBefore, ensurePartitionsAhead } from '../../persistence/partitions.js';

const DAY = 86_400_000;

export abstract class NotificationPeriod {
  abstract readonly days: number;
}

/** Makes the partitions of notifications ahead, and drops those that were kept long enough. */
@Injectable()
export class NotificationRetention implements OnApplicationBootstrap {
  private readonly logger = new Logger('Notifications');

  constructor(
    private readonly pool: QueryPool,
    private readonly database: DirectDatabase,
    private readonly clock: RetentionClock,
    private readonly period: NotificationPeriod,
  ) {}

  /** Before anything is sent. */
  async onApplicationBootstrap(): Promise<void> {
    await ensurePartitionsAhead(this.pool).catch((error: unknown) =>
      this.logger.warn(`partitions are made later: ${messageOf(error)}`),
    );
  }

  @Every(HOUR_MS, { atStart: true })
  async enforce(): Promise<void> {
    await ensurePartitionsAhead(this.pool);
    await this.database.session(async (sql) => {
      const text = `select pg_try_advisory_lock(hashtext('tocsin notification retention')) as mine`;
      const { rows } = await sql.query<{ mine: boolean }>(text);
      if (!rows[0]?.mine) return;
      const now = await this.clock.now(sql);
      const dropped = await dropPartitionsBefore(sql, new Date(now.getTime() - this.period.days * DAY));
      if (dropped.length > 0) this.logger.log(`dropped ${dropped.join(', ')}`);
    });
  }
}
