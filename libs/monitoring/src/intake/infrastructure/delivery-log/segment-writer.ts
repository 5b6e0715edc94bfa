import { Injectable, Optional } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DatabaseWriteHealth } from '#shared/platform/health/database-write-health.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { BEGIN_WITH_IDLE_TIMEOUT } from '#shared/platform/persistence/in-transaction.js';
import { syncCommitSql } from '#shared/platform/persistence/session-settings.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { WakeUp } from '../../application/ports/delivery-log.js';
import {
  encodeByteStrings,
  encodeIntegers,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import { restorePartitions } from '../../../persistence/partitions.js';
import { buildLedgerInsert } from '../../tables/ledger-counts.js';

/** How the reason of deliveries begins that are not lost: a file of a spool has them. */
export const KEPT_PREFIX = 'kept in ';

export interface StoredSegment {
  readonly domain_id: string;
  readonly segment_id: string;
  readonly webhook_uuid: string;
  readonly received_at: Date;
  readonly delivery_count: number;
  readonly payload: Buffer;
}

/** Milliseconds. Senders must not wait long while the database does not answer: they retry after a 503. */
const WRITE_TIMEOUT_MS = 5_000;
const PROBE_TIMEOUT_MS = 3_000;
const RECORD_TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const CHECK_VIOLATION = '23514';
const NEVER_LATE = 'infinity';
const ALWAYS_LATE = '-infinity';

export class DeletedWebhookError extends Error {
  override readonly message = 'its webhook was deleted long ago';
}

/** Writes segments to the delivery log, all or none, and wakes the workers. Writing is idempotent. */
@Injectable()
export class SegmentWriter {
  constructor(
    private readonly pool: IngestPool,
    private readonly wakeUp: WakeUp,
    @Optional() private readonly writes?: DatabaseWriteHealth,
  ) {}

  /**
   * Writes segments that have just arrived. A failed write is repeated once: an idle connection of the pool may have
   * broken, and if a commit succeeded but its answer was lost, the ids prevent a second copy.
   * @param payloads the payloads again, encoded as the array parameter
   * @param lateAfter the time at which the deliveries are acknowledged from the spool instead. A statement that the
   * network delays beyond it marks its segments as late, because newer ones may have been processed
   */
  async write(segments: readonly StoredSegment[], payloads: Buffer, lateAfter?: Date): Promise<void> {
    const until = lateAfter === undefined ? NEVER_LATE : lateAfter.toISOString();
    await this.insertNew(segments, payloads, until).catch((error: unknown) =>
      this.retryWrite(segments, payloads, until, error),
    );
    this.writes?.recordSuccess();
    this.notifyWritten(segments);
  }

  private async retryWrite(
    segments: readonly StoredSegment[],
    payloads: Buffer,
    until: string,
    failure: unknown,
  ): Promise<void> {
    try {
      // Partitions are created two weeks ahead. One is missing only if the clock of the database was changed.
      if (isMissingPartition(failure)) await this.restorePartitions(segments);
      await this.insert(segments, payloads, until);
    } catch (error) {
      this.writes?.recordFailure(error);
      throw error;
    }
  }

  /**
   * Writes segments of deliveries that arrived a while ago and marks them as late: newer ones may have been processed.
   * @throws DeletedWebhookError
   */
  async writeDelayed(segments: readonly StoredSegment[]): Promise<void> {
    try {
      await this.insertDelayed(segments);
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      await this.retryInsertDelayed(segments);
    }
    this.notifyWritten(segments);
  }

  /**
   * Creates the missing partitions and inserts again. The segments are older than the retention of the log, but must
   * still become events.
   */
  private async retryInsertDelayed(segments: readonly StoredSegment[]): Promise<void> {
    await this.restorePartitions(segments);
    try {
      await this.insertDelayed(segments);
    } catch (error) {
      if (!isMissingPartition(error)) throw error;
      // Not an error of the segment: the next attempt writes it.
      throw new Error('the partition was dropped in the same moment', { cause: error });
    }
  }

  private async restorePartitions(segments: readonly StoredSegment[]): Promise<void> {
    const ids = segments.map(({ segment_id }) => segment_id);
    await restorePartitions(this.pool, ['delivery_segment', 'quarantine', 'event'], ids);
  }

  private async insertDelayed(segments: readonly StoredSegment[]): Promise<void> {
    const client = await this.pool.connect();
    let isCommitted = false;
    try {
      await client.query({ text: BEGIN_WITH_IDLE_TIMEOUT, query_timeout: WRITE_TIMEOUT_MS });
      // On a cluster, a statement for a single domain runs on one machine.
      const groups = (await isDistributed(this.pool))
        ? Map.groupBy(segments, (segment) => segment.domain_id).values()
        : [segments];
      for (const group of groups) await lockWebhooks(client, group);
      await this.insert(
        segments,
        encodeByteStrings(segments.map(({ payload }) => payload)),
        ALWAYS_LATE,
        client,
      );
      await client.query({ text: 'commit', query_timeout: WRITE_TIMEOUT_MS });
      isCommitted = true;
    } finally {
      // The connection is closed after a failure: waiting for a rollback could hang, and closing ends the transaction
      // as well.
      client.release(!isCommitted);
    }
  }

  /**
   * Records which of the segments of a file the database refused, and in which file they are kept. What was recorded of any
   * of these segments before is replaced, so that those that are stored now no longer count.
   */
  async recordKept(
    segments: readonly StoredSegment[],
    refused: readonly StoredSegment[],
    file: string,
  ): Promise<void> {
    await this.pool.query({
      query_timeout: RECORD_TIMEOUT_MS,
      text: `
        with replaced as (
          delete from lost_deliveries where first_segment_id = any ($1::uuid[]) and starts_with(reason, $5)
        )
        insert into lost_deliveries
          (day, delivery_count, first_segment_id, last_segment_id, first_received_at, last_received_at, reason)
        select (received_at at time zone 'UTC')::date, delivery_count, segment_id, segment_id, received_at, received_at, $5 || $6
        from unnest($2::uuid[], $3::timestamptz[], $4::int[]) as refused(segment_id, received_at, delivery_count)`,
      values: [
        segments.map(({ segment_id }) => segment_id),
        refused.map(({ segment_id }) => segment_id),
        refused.map(({ received_at }) => received_at),
        refused.map(({ delivery_count }) => delivery_count),
        KEPT_PREFIX,
        file,
      ],
    });
  }

  /** @throws when the database does not answer soon */
  async probe(): Promise<void> {
    await this.pool.query({ text: 'select 1', query_timeout: PROBE_TIMEOUT_MS });
  }

  private notifyWritten(segments: readonly StoredSegment[]): void {
    this.wakeUp.signalDeliveries(segments.map(({ webhook_uuid }) => webhook_uuid));
  }

  /**
   * Inserts segments without checking for existing ones, which saves a quarter of the database's time. Fails if one
   * exists: after a write whose answer was lost, or when the spool is writing it.
   */
  private async insertNew(
    segments: readonly StoredSegment[],
    payloads: Buffer,
    lateAfter: string,
  ): Promise<void> {
    if (await isDistributed(this.pool)) return this.insert(segments, payloads, lateAfter);
    const accepted = new Map<number, number>();
    for (const { received_at, delivery_count } of segments) {
      const day = Math.floor(received_at.getTime() / DAY_MS);
      accepted.set(day, (accepted.get(day) ?? 0) + delivery_count);
    }
    await this.pool.query({
      name: 'insert new segments',
      query_timeout: WRITE_TIMEOUT_MS,
      text: `
        with counted as (
          insert into ledger_delta (day, accepted) select date 'epoch' + unnest($1::int[]), unnest($2::int[])
        )
        ${insertStatement(3, false)}`,
      values: [
        encodeIntegers([...accepted.keys()]),
        encodeIntegers([...accepted.values()]),
        ...toParameters(segments, payloads, lateAfter),
      ],
    });
  }

  private async insert(
    segments: readonly StoredSegment[],
    payloads: Buffer,
    lateAfter: string,
    sql: Pool | PoolClient = this.pool,
  ): Promise<void> {
    const distributed = await isDistributed(this.pool);
    await sql.query({
      name: 'insert segments',
      query_timeout: WRITE_TIMEOUT_MS,
      // Only inserted rows are counted. An existing segment was counted when it was first written.
      text: `
        with written as (
          ${insertStatement(1, distributed)} on conflict do nothing returning domain_id, received_at, delivery_count
        )
        ${buildLedgerInsert(distributed, { accepted: 'sum(delivery_count)' }, 'written')}`,
      values: toParameters(segments, payloads, lateAfter),
    });
  }
}

/** The types of the columns, in the order of their parameters. Whether it is late comes before them. */
const COLUMNS = {
  domain_id: 'text',
  segment_id: 'uuid',
  webhook_id: 'uuid',
  received_at: 'timestamptz',
  delivery_count: 'int',
  payload: 'bytea',
};

/**
 * Several `unnest` in the select list stream their rows; in the `from` clause each result would be materialized first.
 * Waiting for the disk is part of the statement, because session settings do not survive a pooler in transaction mode.
 * On a cluster, each machine has sessions of its own.
 */
function insertStatement(first: number, isDistributed: boolean): string {
  const rows = Object.values(COLUMNS).map((type, index) => `unnest($${first + 1 + index}::${type}[])`);
  return `
    insert into delivery_segment (late, ${Object.keys(COLUMNS).join(', ')})
    select statement_timestamp() > $${first}::timestamptz, ${rows.join(', ')}
    ${isDistributed ? '' : `from (select ${syncCommitSql(true)}) as settled`}`;
}

/**
 * The parameters for {@link COLUMNS}. The largest one comes last: the driver copies everything it has written so far
 * each time its buffer grows.
 */
function toParameters(
  segments: readonly StoredSegment[],
  payloads: Buffer,
  lateAfter: string,
): (string | Buffer)[] {
  return [
    lateAfter,
    encodeTexts(segments.map(({ domain_id }) => domain_id)),
    encodeUuids(segments.map(({ segment_id }) => segment_id)),
    encodeUuids(segments.map(({ webhook_uuid }) => webhook_uuid)),
    encodeTimes(segments.map(({ received_at }) => received_at)),
    encodeIntegers(segments.map(({ delivery_count }) => delivery_count)),
    payloads,
  ];
}

/**
 * Locks the webhooks of the segments until the end of the transaction. A deleted webhook is removed after some days; a
 * segment written later would never be processed. The lock prevents a removal between the check and the insert.
 * @throws DeletedWebhookError
 */
async function lockWebhooks(client: PoolClient, segments: readonly StoredSegment[]): Promise<void> {
  const domains = new Map(segments.map(({ webhook_uuid, domain_id }) => [webhook_uuid, domain_id]));
  const { rowCount } = await client.query({
    name: 'hold webhooks',
    query_timeout: WRITE_TIMEOUT_MS,
    text: `
      select from webhook_cursor
      where domain_id = any ($1::text[]) and webhook_id = any ($2::uuid[])
        and exists (select from webhook where webhook.webhook_id = webhook_cursor.webhook_id)
      for key share`,
    values: [[...new Set(domains.values())], [...domains.keys()]],
  });
  if (rowCount !== domains.size) throw new DeletedWebhookError();
}

function isMissingPartition(error: unknown): boolean {
  return (error as { code?: unknown }).code === CHECK_VIOLATION;
}
