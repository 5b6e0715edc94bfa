import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import type { DeliveryTarget } from '../../application/ports/delivery-log.js';
import {
  ProcessingLog,
  UnstorableError,
  type CommitResult,
  type PendingDelivery,
  type PendingSegment,
  type ProcessedWebhook,
} from '../../application/ports/processing-log.js';
import type { Alarm } from '../../domain/alarm.js';
import { cleanText } from '../../domain/clean-text.js';
import type { Correlation, Known } from '../../domain/fold.js';
import type { ProcessedBatch } from '../../domain/process-batch.js';
import type { Suspect } from '../../domain/suspect.js';
import { deliveryIdOf } from '../delivery-log/delivery-id.js';
import { decodeSegment } from '../delivery-log/segment-codec.js';
import { isUnstorable, unstorableReason } from './is-unstorable.js';
import { readKnown } from './known-alarms.js';
import { lockCursor } from './lock-cursor.js';
import { takesCorrelation, writeCorrelation } from './write-correlation.js';
import { markProcessed, writeQuarantine } from './write-outcomes.js';

/** What one turn takes of a webhook's backlog, so that the others' turn comes soon. */
const SEGMENTS_PER_TURN = 200;
const DELIVERIES_PER_TURN = 200;
const BYTES_PER_TURN = 4 * 1024 * 1024;

/** Seconds between attempts of a webhook that keeps failing, at most. */
const LONGEST_PAUSE = 60;
const REASON_LENGTH = 500;

interface PendingRow {
  readonly segment_id: string;
  readonly seq: string;
  readonly late: boolean;
  readonly received_at: Date;
  readonly delivery_count: number;
  readonly payload: Buffer;
}

/**
 * The log is on disk already and says what is unprocessed: what a crash takes here is done again, to the same ids, so
 * the commit need not wait for the disk. A worker whose machine is gone must not hold its webhook for hours.
 */
const BEGIN = `
  begin;
  set local synchronous_commit = off;
  set local idle_in_transaction_session_timeout = '30s';
  set local statement_timeout = '60s'`;

@Injectable()
export class PostgresProcessingLog extends ProcessingLog {
  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {
    super();
  }

  async readPending({ uuid, domain_id }: DeliveryTarget, after = '0'): Promise<PendingSegment[]> {
    const { rows } = await this.pool.query<PendingRow>({
      name: 'read pending',
      text: `
        select segment_id, seq, late, received_at, delivery_count, payload from (
          select segment_id, payload, seq, late, received_at, delivery_count,
            sum(octet_length(payload)) over (order by seq) - octet_length(payload) as bytes_before,
            sum(delivery_count) over (order by seq) - delivery_count as deliveries_before
          from (
            select segment_id, payload, delivery_count, seq, late, received_at from delivery_segment
            where domain_id = $6 and webhook_id = $1 and processed_at is null and seq > $5
              and not exists (
                select from webhook_cursor
                where webhook_id = $1 and domain_id = $6 and next_attempt_at > clock_timestamp())
            order by seq limit $2
          ) as oldest
        ) as running
        where bytes_before < $3 and deliveries_before < $4
        order by seq`,
      values: [uuid, SEGMENTS_PER_TURN, BYTES_PER_TURN, DELIVERIES_PER_TURN, after, domain_id],
    });
    return rows.map((row) => ({
      segment_id: row.segment_id,
      seq: row.seq,
      late: row.late,
      deliveries: readDeliveries(row),
    }));
  }

  async commit(
    webhook: ProcessedWebhook,
    segmentIds: readonly string[],
    alarms: readonly Alarm[],
    decide: (known: Known) => ProcessedBatch,
  ): Promise<CommitResult> {
    return this.inTransaction(async (client) => {
      if (!(await lockCursor(client, webhook))) return 'busy';
      if (!(await areOldestPending(client, webhook, segmentIds))) return 'changed';
      const batch = decide(await readKnown(client, webhook, alarms));
      await writeCorrelation(client, webhook, batch.correlation);
      await writeQuarantine(client, webhook, batch.quarantined);
      await markProcessed(client, webhook, batch);
      return 'committed';
    });
  }

  async postpone(
    { uuid, domain_id }: DeliveryTarget,
    reason: string,
    suspects?: readonly Suspect[],
  ): Promise<void> {
    const given = suspects === undefined ? [] : [await this.sinceWhen(suspects)];
    const { rows } = await this.pool.query<{ attempts: number }>({
      name: 'count attempt',
      text: `
        update webhook_cursor set attempts = attempts + 1 where webhook_id = $1 and domain_id = $2 returning attempts`,
      values: [uuid, domain_id],
    });
    const pause = Math.min(2 ** ((rows[0]?.attempts ?? 1) - 1), LONGEST_PAUSE);
    await this.pool.query({
      name: `postpone${suspects === undefined ? '' : ' for suspects'}`,
      text: `
        update webhook_cursor set
          next_attempt_at = statement_timestamp() + $4::float8 * interval '1 s',
          ${suspects === undefined ? '' : 'suspects = $5,'}
          last_error = $3, last_error_at = statement_timestamp()
        where webhook_id = $1 and domain_id = $2`,
      values: [uuid, domain_id, cleanText(reason.slice(0, REASON_LENGTH)), pause, ...given],
    });
  }

  /** As they are stored: by the database's clock. */
  private async sinceWhen(suspects: readonly Suspect[]): Promise<string | null> {
    const { rows } = await this.pool.query<{ stored: string | null }>({
      name: 'suspects since when',
      text: `
        select jsonb_agg(jsonb_build_object(
          'delivery_id', one.delivery_id, 'failures', one.failures,
          'since', extract(epoch from statement_timestamp()) - one.seconds))::text as stored
        from json_to_recordset($1::json) as one (delivery_id uuid, failures int, seconds float8)`,
      values: [JSON.stringify(suspects)],
    });
    return rows[0]?.stored ?? null;
  }

  async suspects({ uuid, domain_id }: DeliveryTarget): Promise<readonly Suspect[]> {
    const { rows } = await this.pool.query<Suspect>({
      name: 'read suspects',
      text: `
        select delivery_id, failures, extract(epoch from clock_timestamp())::float8 - since as seconds
        from webhook_cursor,
          jsonb_to_recordset(suspects) as one (delivery_id uuid, failures int, since float8)
        where webhook_id = $1 and domain_id = $2`,
      values: [uuid, domain_id],
    });
    return rows;
  }

  async accepts(
    webhook: ProcessedWebhook,
    alarms: readonly Alarm[],
    correlate: (known: Known) => Correlation,
  ): Promise<boolean> {
    return takesCorrelation(this.pool, webhook, alarms, correlate, async (client) => {
      await client.query(BEGIN);
      if (!(await lockCursor(client, webhook))) throw new Error('another process holds the webhook');
    });
  }

  private async inTransaction(work: (client: PoolClient) => Promise<CommitResult>): Promise<CommitResult> {
    const client = await this.pool.connect();
    let broken = false;
    try {
      await client.query(BEGIN);
      const result = await work(client);
      await client.query(result === 'committed' ? 'commit' : 'rollback');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => (broken = true));
      if (isUnstorable(error)) throw new UnstorableError(unstorableReason(error), { cause: error });
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** One segment that is no longer what was written must not keep its webhook from all that follow. */
function readDeliveries({ segment_id, received_at, delivery_count, payload }: PendingRow): PendingDelivery[] {
  try {
    return decodeSegment(payload).map((delivery, position) => ({
      delivery_id: deliveryIdOf(segment_id, position),
      delivery,
    }));
  } catch (error) {
    const what = error instanceof Error ? error.message : 'unknown error';
    return Array.from({ length: delivery_count }, (_, position) => ({
      delivery_id: deliveryIdOf(segment_id, position),
      delivery: {
        received_at,
        content_type: 'application/octet-stream',
        headers: {},
        query: {},
        path_suffix: '',
        // As they are, once: somebody may make sense of them.
        body: position === 0 ? payload : Buffer.of(),
      },
      damage: cleanText(`the stored deliveries are damaged: ${what}`.slice(0, REASON_LENGTH)),
    }));
  }
}

/** A segment may have been committed late with a lower number, or another process was quicker. */
async function areOldestPending(
  client: PoolClient,
  { uuid, domain_id }: ProcessedWebhook,
  segmentIds: readonly string[],
): Promise<boolean> {
  const { rows } = await client.query<{ segment_id: string }>({
    name: 'oldest pending',
    text: `
      select segment_id from delivery_segment
      where domain_id = $3 and webhook_id = $1 and processed_at is null
      order by seq limit $2`,
    values: [uuid, segmentIds.length, domain_id],
  });
  return rows.length === segmentIds.length && rows.every((row, at) => row.segment_id === segmentIds[at]);
}
