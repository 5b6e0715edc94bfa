import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';
import { removeDeletedSubscriptions } from './end-unsent.js';
import { deleteResendsBefore } from './run-resends.js';
import { deleteIdleGroups } from './notification-holds.js';
import { deleteCalmKeys } from './told.js';
import { deleteNotifiedKeysBefore } from '../tables/write-service-notices.js';
import { deleteReceiptsBefore } from './settle-attempts.js';
import { deleteDroppedDays } from '../tables/count-in-ledger.js';
import { removeDeletedPolicies } from '../../escalations/tables/policies.js';
import { removeDeletedInhibitions } from '../../inhibitions/tables/inhibition-tables.js';
import { removeDeletedSilences } from '../../silences/tables/decide-silenced.js';
import { deleteEntriesBefore } from '../../escalations/tables/entries.js';
import { deleteUsesBefore } from '../../actions/tables/link-uses.js';
import { dropPartitionsBefore, ensurePartitionsAhead } from '../../persistence/partitions.js';

const DAY_MS = 86_400_000;
/** Days that the marks of what was notified are kept: longer than the longest window of a quota, a month. */
const NOTIFIED_KEY_DAYS = 40;
/** Longer than a link can be used. */
const LINK_USE_DAYS = 8;
/** Days that resends which ended can be read. */
const RESEND_DAYS = 30;
/** Hours after which no process can still be working with a record that it read before the deletion. */
const TOMBSTONE_HOURS = 1;

export abstract class NotificationRetentionPeriod {
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
    private readonly period: NotificationRetentionPeriod,
  ) {}

  /** The partitions must exist before notifications are written. */
  async onApplicationBootstrap(): Promise<void> {
    await this.createPartitions().catch((error: unknown) =>
      this.logger.warn(`partitions were not created, and are tried again later: ${getLogMessage(error)}`),
    );
  }

  @Every(HOUR_MS)
  async createPartitions(): Promise<void> {
    await ensurePartitionsAhead(this.pool);
  }

  @Every(HOUR_MS, { atStart: true })
  async dropExpired(): Promise<void> {
    await this.database.withSession(async (sql) => {
      const text = `select pg_try_advisory_lock(hashtext('tocsin notification retention')) as mine`;
      const { rows } = await sql.query<{ mine: boolean }>(text);
      if (!rows[0]?.mine) return;
      const now = await this.clock.now(sql);
      const cutoff = new Date(now.getTime() - this.period.days * DAY_MS);
      const dropped = await dropPartitionsBefore(sql, cutoff);
      await deleteDroppedDays(sql);
      await deleteReceiptsBefore(sql, cutoff);
      await deleteCalmKeys(sql, now);
      await deleteEntriesBefore(sql, cutoff);
      await deleteIdleGroups(sql);
      await deleteNotifiedKeysBefore(sql, new Date(now.getTime() - NOTIFIED_KEY_DAYS * DAY_MS));
      await deleteUsesBefore(sql, new Date(now.getTime() - LINK_USE_DAYS * DAY_MS));
      await deleteResendsBefore(sql, new Date(now.getTime() - RESEND_DAYS * DAY_MS));
      const deletedBefore = new Date(now.getTime() - TOMBSTONE_HOURS * HOUR_MS);
      await removeDeletedSubscriptions(sql, deletedBefore);
      await removeDeletedSilences(sql, deletedBefore);
      await removeDeletedInhibitions(sql, deletedBefore);
      await removeDeletedPolicies(sql, deletedBefore);
      if (dropped.length > 0) this.logger.log(`dropped ${dropped.join(', ')}`);
    });
  }
}
