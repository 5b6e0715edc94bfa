import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Client } from 'pg';
import { Clock } from '#shared/kernel/clock.js';
import { Hourly } from '#shared/platform/lifecycle/hourly.js';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { ProcessingFigures } from '../../application/processing-figures.js';
import { GoneWebhooks, restoreCursors } from './gone-webhooks.js';
import { DROPPING, dropPartitionsBefore } from './partitions.js';
import { domainsWithAlerts, removeAged, removeAgedAlerts } from './remove-aged.js';
import { removeTombstones } from './remove-tombstones.js';
import { RetentionPeriods } from './retention-periods.js';

const DAY = 86_400_000;

/** Removes what has been kept long enough: a partition at a time, and in batches what has no partition of its own. */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Retention');
  private readonly gone: GoneWebhooks;
  private readonly hourly = new Hourly('Retention', () => this.enforce());

  constructor(
    @Inject(DirectDatabase) private readonly database: DirectDatabase,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(RetentionPeriods) private readonly periods: RetentionPeriods,
    @Inject(ProcessingFigures) figures: ProcessingFigures,
  ) {
    this.gone = new GoneWebhooks(figures);
  }

  onApplicationBootstrap(): void {
    void this.hourly.start();
  }

  onModuleDestroy(): void {
    this.hourly.stop();
  }

  /** The names of the partitions it dropped; none where another worker is at it. */
  async enforce(): Promise<string[]> {
    return this.database.session(async (sql) => {
      const { rows } = await sql.query<{ mine: boolean }>(`select pg_try_advisory_lock(${DROPPING}) as mine`);
      if (!rows[0]?.mine) return [];
      const restored = await restoreCursors(sql);
      if (restored > 0) this.logger.warn(`${restored} webhooks can be processed again`);
      const dropped = await this.drop(sql);
      if (dropped.length > 0) this.logger.log(`dropped ${dropped.join(', ')}`);
      await this.gone.settle(sql, this.clock.now());
      const removed = await this.remove(sql);
      if (removed > 0) this.logger.log(`removed ${removed} rows`);
      return dropped;
    });
  }

  private before(days: number): Date {
    return new Date(this.clock.now().getTime() - days * DAY);
  }

  private async drop(sql: Client): Promise<string[]> {
    await trimFeed(sql);
    return [
      ...(await dropPartitionsBefore(sql, 'event', this.before(this.periods.eventDays))),
      ...(await dropPartitionsBefore(sql, 'quarantine', this.before(this.periods.quarantineDays))),
      ...(await dropPartitionsBefore(
        sql,
        'delivery_segment',
        this.before(this.periods.deliveryDays),
        // What is not processed yet is on disk nowhere else.
        async (partition) =>
          (await sql.query(`select from ${partition} where processed_at is null limit 1`)).rowCount !== 0,
      )),
    ];
  }

  private async remove(sql: Client): Promise<number> {
    const { domainDays, eventDays, deliveryDays } = this.periods;
    let removed = 0;
    for (const [domain_id, days] of Object.entries(domainDays)) {
      removed += await removeAged(sql, domain_id, this.before(days));
    }
    for (const domain_id of await domainsWithAlerts(sql)) {
      const days = Math.min(domainDays[domain_id] ?? eventDays, eventDays);
      removed += await removeAgedAlerts(sql, domain_id, this.before(days));
    }
    removed += await forgetConfirmations(sql, this.before(this.periods.quarantineDays));
    await recountUnreadable(sql);
    // Its last segment is in a partition of a day, which is dropped when all of it is old enough.
    return removed + (await removeTombstones(sql, this.before(deliveryDays + 1)));
  }
}

/** Calls that were made or given up. What asked for them lapses after days: asked for again, it is another call. */
async function forgetConfirmations(sql: Client, before: Date): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from confirmation where state <> 'PENDING' and finished_at < $1`,
    [before],
  );
  return rowCount ?? 0;
}

/** A webhook may keep so many unreadable bodies: those that were dropped make room. */
async function recountUnreadable(sql: Client): Promise<void> {
  await sql.query(`
    update unreadable_tally set kept = coalesce(left_over.kept, 0), kept_bytes = coalesce(left_over.bytes, 0)
    from unreadable_tally as tally left join (
      select webhook_id, count(*)::int as kept, sum(octet_length(payload)) as bytes
      from quarantine where status = 'UNREADABLE' group by webhook_id
    ) as left_over using (webhook_id)
    where unreadable_tally.webhook_id = tally.webhook_id
      and unreadable_tally.kept_bytes <> coalesce(left_over.bytes, 0)`);
}

/**
 * What who follows the events may still ask for is an hour old. What began before it but is still above the horizon
 * nobody was told of yet.
 */
async function trimFeed(sql: Client): Promise<void> {
  await sql.query(`
    delete from event_feed
    where stored_at < statement_timestamp() - interval '70 minutes' and xid < pg_snapshot_xmin(pg_current_snapshot())`);
}
