import { Injectable, Logger } from '@nestjs/common';
import type { Client } from 'pg';
import { SystemClock } from '#shared/kernel/clock.js';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';
import { DirectDatabase } from '#shared/platform/persistence/direct-database.js';
import { DatabaseRetentionClock, RetentionClock } from '#shared/platform/persistence/retention-clock.js';
import type { SqlRunner } from '#shared/platform/persistence/in-transaction.js';
import { ProcessingCounters } from '../../processing/application/processing-counters.js';
import { DROP_LOCK_KEY, type PartitionedTable } from '../../persistence/partitions.js';
import { RetentionPeriods } from '../../persistence/retention-floors.js';
import { hasUnreadChanges } from '../../alerts/tables/alert-change-readers.js';
import { ACT_MEMORY_DAYS } from '../../alerts/domain/user-acts.js';
import { HISTORY_DAYS } from '../../contracts/alert-history.js';
import { MissingWebhooks, restoreCursors } from './missing-webhooks.js';
import {
  dropPartitionsBefore,
  findExpiredPartitions,
  type ExpiredPartitions,
  type IsNeeded,
} from './drop-partitions.js';
import {
  findDomains,
  removeExpired,
  removeExpiredActs,
  removeExpiredAlerts,
  removeExpiredDecisions,
  removeExpiredSignatures,
  removeRepeatedDecisions,
} from './remove-expired.js';
import { removeTombstones } from './remove-tombstones.js';

const DAY_MS = 86_400_000;
/** A decision applies to alerts that begin up to a day later, so that repetitions stay for so many days. */
const DAYS_OF_ALL_DECISIONS = 1;
/** Days that replays which ended can be read. */
const REPLAY_DAYS = 30;
/** Only the latest verification is shown with the webhook. Older ones are kept for callers that still wait for them. */
const VERIFICATION_DAYS = 1;

/**
 * The maximum number of partitions of a table that one run drops without confirmation. A running service drops one per
 * day or week. More at once indicate a wrong clock, or a retention that was just shortened.
 */
const MAX_UNCONFIRMED_DROPS = { delivery_segment: 7, quarantine: 3, event: 3, alert_change: 30 } as const;

interface TablePlan extends ExpiredPartitions {
  readonly table: PartitionedTable;
  /** Records that arrived before this are no longer kept. */
  readonly before: Date;
  readonly isNeeded: IsNeeded;
}

type RetentionPlan = readonly TablePlan[];

class RetentionRefusedError extends Error {}

async function planRetention(
  sql: SqlRunner,
  { eventDays, quarantineDays, deliveryDays }: RetentionPeriods,
  now: Date,
): Promise<RetentionPlan> {
  const planTable = async (
    table: PartitionedTable,
    days: number,
    isNeeded: IsNeeded = async () => false,
  ): Promise<TablePlan> => {
    const before = new Date(now.getTime() - days * DAY_MS);
    return { table, before, isNeeded, ...(await findExpiredPartitions(sql, table, before, isNeeded)) };
  };
  return [
    await planTable('event', eventDays),
    await planTable('quarantine', quarantineDays),
    await planTable('alert_change', HISTORY_DAYS, (partition) => hasUnreadChanges(sql, partition)),
    // A pending delivery is stored nowhere else.
    await planTable('delivery_segment', deliveryDays, async (partition) => {
      const { rows } = (await sql.query(
        `select exists (select from ${partition} where processed_at is null) as pending`,
      )) as { rows: [{ pending: boolean }] };
      return rows[0].pending;
    }),
  ];
}

/**
 * Returns an error if the plan drops so much that an operator must confirm it.
 * @param overdue partitions that expired earlier and were needed: no clock and no setting makes them due now
 */
function findRefusal(plan: RetentionPlan, overdue: ReadonlySet<string>): RetentionRefusedError | undefined {
  const tooMany = plan
    .map(({ table, due }) => ({ table, due: due.filter((name) => !overdue.has(name)) }))
    .filter(({ table, due }) => due.length > MAX_UNCONFIRMED_DROPS[table]);
  if (tooMany.length === 0) return undefined;
  const summary = tooMany.map(({ table, due }) => `${due.length} partitions of ${table}`).join(' and ');
  return new RetentionRefusedError(
    `nothing is removed: ${summary} would be dropped at once. See 'tocsin retention --plan', and confirm with 'tocsin retention --apply'`,
  );
}

/** Removes records whose retention has passed: whole partitions and, where these are not possible, rows in batches. */
@Injectable()
export class Retention {
  private readonly logger = new Logger('Retention');
  private readonly missingWebhooks: MissingWebhooks;
  /** Expired partitions that an earlier run has left, because they were needed. */
  private overdue: ReadonlySet<string> = new Set();

  constructor(
    private readonly database: DirectDatabase,
    private readonly clock: RetentionClock,
    private readonly periods: RetentionPeriods,
    private readonly counters: ProcessingCounters,
  ) {
    this.missingWebhooks = new MissingWebhooks(counters);
  }

  static standalone(directUrl: string, periods: RetentionPeriods): Retention {
    const clock = new DatabaseRetentionClock(new SystemClock());
    return new Retention(new DirectDatabase(directUrl), clock, periods, new ProcessingCounters());
  }

  /**
   * Returns what the next run would drop, and why it would refuse.
   * @throws ClockInDoubtError
   */
  async plan(): Promise<{ readonly tables: RetentionPlan; readonly refusal: Error | undefined }> {
    return this.database.withSession(async (sql) => {
      const tables = await planRetention(sql, this.periods, await this.clock.now(sql));
      return { tables, refusal: findRefusal(tables, this.overdue) };
    });
  }

  /**
   * Removes what is due and returns the names of the dropped partitions; empty while another worker is doing it.
   * @param confirmed whether an operator confirmed the plan, whatever its size
   * @throws ClockInDoubtError
   * @throws RetentionRefusedError
   */
  @Every(HOUR_MS, { atStart: true })
  async enforce(confirmed = false): Promise<readonly string[]> {
    return this.database.withSession(async (sql) => {
      const { rows } = await sql.query<{ mine: boolean }>(
        `select pg_try_advisory_lock(${DROP_LOCK_KEY}) as mine`,
      );
      if (!rows[0]?.mine) return [];
      const restored = await restoreCursors(sql);
      if (restored > 0)
        this.logger.warn(`created the missing cursors of ${restored} webhooks, which can be processed again`);
      const now = await this.clock.now(sql);
      const plan = await planRetention(sql, this.periods, now);
      const refusal = confirmed ? undefined : findRefusal(plan, this.overdue);
      this.counters.retentionRefused = refusal !== undefined;
      await trimFeed(sql);
      if (refusal !== undefined) {
        await recountUnreadable(sql);
        await recountQuarantine(sql);
        throw refusal;
      }
      this.overdue = new Set(plan.flatMap(({ needed }) => needed));
      const dropped = await dropPartitions(sql, plan);
      if (dropped.length > 0) this.logger.log(`dropped ${dropped.join(', ')}`);
      await this.missingWebhooks.cleanUp(sql, now);
      const removed = await this.remove(sql, now);
      if (removed > 0) this.logger.log(`removed ${removed} rows`);
      return dropped;
    });
  }

  private async remove(sql: Client, now: Date): Promise<number> {
    const { domainDays, eventDays, deliveryDays, quarantineDays } = this.periods;
    const cutoff = (days: number) => new Date(now.getTime() - days * DAY_MS);
    let removed = 0;
    for (const [domain_id, days] of Object.entries(domainDays)) {
      removed += await removeExpired(sql, domain_id, cutoff(days));
    }
    const domainCutoff = (domain_id: string) =>
      cutoff(Math.min(domainDays[domain_id] ?? eventDays, eventDays));
    for (const domain_id of await findDomains(sql, 'alert'))
      removed += await removeExpiredAlerts(sql, domain_id, domainCutoff(domain_id));
    for (const domain_id of await findDomains(sql, 'alert_decision'))
      removed +=
        (await removeExpiredDecisions(sql, domain_id, domainCutoff(domain_id))) +
        (await removeRepeatedDecisions(sql, domain_id, cutoff(DAYS_OF_ALL_DECISIONS)));
    for (const domain_id of await findDomains(sql, 'signed_delivery'))
      removed += await removeExpiredSignatures(sql, domain_id, now);
    for (const domain_id of await findDomains(sql, 'alert_act'))
      removed += await removeExpiredActs(sql, domain_id, cutoff(ACT_MEMORY_DAYS + 1));
    removed += await removeConfirmations(sql, cutoff(quarantineDays));
    removed += await removeReplays(sql, cutoff(REPLAY_DAYS));
    removed += await removeVerifications(sql, cutoff(VERIFICATION_DAYS));
    removed += await removeReplacedKeyUses(sql);
    await recountUnreadable(sql);
    await recountQuarantine(sql);
    // Another day, because the partition with the last segment is dropped when all of it is old enough.
    return removed + (await removeTombstones(sql, cutoff(deliveryDays + 1)));
  }
}

async function dropPartitions(sql: Client, plan: RetentionPlan): Promise<readonly string[]> {
  const dropped: string[] = [];
  for (const { table, before, isNeeded } of plan)
    dropped.push(...(await dropPartitionsBefore(sql, table, before, isNeeded)));
  return dropped;
}

/**
 * Removes confirmation calls that were made or abandoned. Their requests expire after days, and a new request leads to
 * a new call.
 */
async function removeConfirmations(sql: Client, before: Date): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from confirmation where state <> 'PENDING' and finished_at < $1`,
    [before],
  );
  return rowCount ?? 0;
}

/** Removes replays that ended. */
async function removeReplays(sql: Client, before: Date): Promise<number> {
  return (await sql.query('delete from replay where finished_at < $1', [before])).rowCount ?? 0;
}

/** Removes verifications that ended and are no longer the latest one of their webhook. */
async function removeVerifications(sql: Client, before: Date): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from verification where finished_at < $1 and not exists (
       select from webhook
       where webhook.webhook_id = verification.webhook_id and webhook.verification_id = verification.verification_id)`,
    [before],
  );
  return rowCount ?? 0;
}

/** Removes the times of use of access keys that are neither the current nor the previous key of their webhook. */
async function removeReplacedKeyUses(sql: Client): Promise<number> {
  const { rowCount } = await sql.query(`
    delete from access_key_use used where not exists (
      select from webhook
      where webhook.webhook_id = used.webhook_id
        and used.access_key_digest in (webhook.access_key_digest, webhook.previous_access_key_digest))`);
  return rowCount ?? 0;
}

/** Recounts the unreadable bodies of each webhook: dropped partitions made room for others. */
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

/** Recounts the size of each webhook's quarantine: dropped partitions made room, and rows counted twice are corrected. */
async function recountQuarantine(sql: Client): Promise<void> {
  await sql.query(`
    update webhook_cursor set quarantine_bytes = kept.bytes
    from (
      select domain_id, webhook_id, sum(octet_length(payload)) as bytes
      from quarantine where status = 'QUARANTINED' group by domain_id, webhook_id
    ) as kept
    where webhook_cursor.domain_id = kept.domain_id and webhook_cursor.webhook_id = kept.webhook_id
      and webhook_cursor.quarantine_bytes <> kept.bytes`);
  await sql.query(`
    update webhook_cursor set quarantine_bytes = 0
    where quarantine_bytes <> 0 and not exists (
      select from quarantine kept
      where kept.domain_id = webhook_cursor.domain_id and kept.webhook_id = webhook_cursor.webhook_id
        and kept.status = 'QUARANTINED')`);
}

/**
 * Removes feed rows older than 70 minutes, because followers may resume within an hour. Rows above the horizon stay,
 * because they were not sent to anybody yet, unless a restore from another cluster left them ahead of this one.
 */
async function trimFeed(sql: Client): Promise<void> {
  await sql.query(`
    delete from event_feed
    where stored_at < statement_timestamp() - interval '70 minutes'
      and (xid < pg_snapshot_xmin(pg_current_snapshot()) or xid > pg_snapshot_xmax(pg_current_snapshot()))`);
}
