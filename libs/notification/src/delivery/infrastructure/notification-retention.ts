import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';
import { forgetIdleGroups } from './group-holds.js';
import { forgetToldBefore } from './write-service-notices.js';
import { dropReceiptsBefore } from './store-receipts.js';
import { forgetLedgerOfDropped } from '../../persistence/count-in-ledger.js';
import { dropPartitionsBefore, ensurePartitionsAhead } from '../../persistence/partitions.js';

const DAY = 86_400_000;
/** Days that the marks of what was notified are kept: longer than the longest window of a quota, a month. */
const TOLD_DAYS = 40;

export abstract class NotificationPeriod {
  abstract readonly days: number;
}

/** Creates partitions of notifications ahead and drops those past the retention, and other records with them. */
@Injectable()
export class NotificationRetention implements OnApplicationBootstrap {
  private readonly logger = new Logger('Notifications');

  constructor(
    private readonly pool: QueryPool,
    private readonly database: DirectDatabase,
    private readonly clock: RetentionClock,
    private readonly period: NotificationPeriod,
  ) {}

  /** The partitions must exist before notifications are written. */
  async onApplicationBootstrap(): Promise<void> {
    await this.makeAhead().catch((error: unknown) =>
      this.logger.warn(`partitions were not created, and are tried again later: ${messageOf(error)}`),
    );
  }

  @Every(HOUR_MS)
  async makeAhead(): Promise<void> {
    await ensurePartitionsAhead(this.pool);
  }

  @Every(HOUR_MS, { atStart: true })
  async dropAged(): Promise<void> {
    await this.database.session(async (sql) => {
      const text = `select pg_try_advisory_lock(hashtext('tocsin notification retention')) as mine`;
      const { rows } = await sql.query<{ mine: boolean }>(text);
      if (!rows[0]?.mine) return;
      const now = await this.clock.now(sql);
      const cutoff = new Date(now.getTime() - this.period.days * DAY);
      const dropped = await dropPartitionsBefore(sql, cutoff);
      await forgetLedgerOfDropped(sql);
      await dropReceiptsBefore(sql, cutoff);
      await forgetIdleGroups(sql);
      await forgetToldBefore(sql, new Date(now.getTime() - TOLD_DAYS * DAY));
      if (dropped.length > 0) this.logger.log(`dropped ${dropped.join(', ')}`);
    });
  }
}
