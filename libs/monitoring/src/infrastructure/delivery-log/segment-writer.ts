import { Inject, Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { timeText } from '#shared/kernel/time-text.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { WakeUp } from '../../application/ports/wake-up.js';
import { bringBackPartitions } from '../persistence/partitions.js';
import { addToLedger } from '../processing/ledger-counts.js';

/** A segment as it is written down, in the database or in the spool. */
export interface StoredSegment {
  readonly domain_id: string;
  readonly segment_id: string;
  readonly webhook_uuid: string;
  readonly received_at: Date;
  readonly delivery_count: number;
  readonly payload: Buffer;
}

/** Milliseconds. A database that does not answer must not keep senders waiting: a 503 lets them come again. */
const WRITE_TIMEOUT = 5_000;
const PROBE_TIMEOUT = 1_000;
const NO_PARTITION = '23514';

export class ForgottenWebhookError extends Error {
  override readonly message = 'its webhook was deleted long ago';
}

/** Writes segments into the log, all or none, and wakes the workers for them. Writing them again changes nothing. */
@Injectable()
export class SegmentWriter {
  constructor(
    @Inject(IngestPool) private readonly pool: IngestPool,
    @Inject(WakeUp) private readonly wakeUp: WakeUp,
  ) {}

  /**
   * Once more after a failure: a pooled connection may have broken while it was idle, and a commit whose answer got
   * lost is found again by the same ids.
   */
  async write(segments: readonly StoredSegment[]): Promise<void> {
    try {
      await this.insert(segments, false);
    } catch {
      await this.insert(segments, false);
    }
    this.wake(segments);
  }

  /**
   * For segments whose deliveries arrived a while ago: newer ones may have been processed meanwhile.
   * @throws ForgottenWebhookError
   */
  async writeLate(segments: readonly StoredSegment[]): Promise<void> {
    await this.requireWebhooks(segments);
    try {
      await this.insert(segments, true);
    } catch (error) {
      if (!isWithoutPartition(error)) throw error;
      await this.insertAgain(segments);
    }
    this.wake(segments);
  }

  /** Older than what is kept of the log: it must become events all the same. */
  private async insertAgain(segments: readonly StoredSegment[]): Promise<void> {
    const ids = segments.map(({ segment_id }) => segment_id);
    await bringBackPartitions(this.pool, ['delivery_segment', 'quarantine', 'event'], ids);
    try {
      await this.insert(segments, true);
    } catch (error) {
      if (!isWithoutPartition(error)) throw error;
      // No fault of the segment's, which another attempt brings in.
      throw new Error('the partition was dropped in the same moment', { cause: error });
    }
  }

  /** A deleted webhook is forgotten after days: nothing could read what came later, and it would wait for ever. */
  private async requireWebhooks(segments: readonly StoredSegment[]): Promise<void> {
    const webhooks = new Map(segments.map(({ webhook_uuid, domain_id }) => [webhook_uuid, domain_id]));
    const { rowCount } = await this.pool.query({
      name: 'known webhooks',
      query_timeout: WRITE_TIMEOUT,
      text: `
        select webhook_id from webhook_cursor
        join unnest($1::uuid[], $2::text[]) as given (webhook_id, domain_id) using (webhook_id, domain_id)`,
      values: [[...webhooks.keys()], [...webhooks.values()]],
    });
    if (rowCount !== webhooks.size) throw new ForgottenWebhookError();
  }

  /** @throws when the database does not answer soon */
  async probe(): Promise<void> {
    await this.pool.query({ text: 'select 1', query_timeout: PROBE_TIMEOUT });
  }

  private wake(segments: readonly StoredSegment[]): void {
    this.wakeUp.deliveriesArrived(segments.map(({ webhook_uuid }) => webhook_uuid));
  }

  private async insert(segments: readonly StoredSegment[], late: boolean): Promise<void> {
    const payloads = segments.map(({ payload }) => payload);
    let end = 1;
    const offsets = payloads.map(({ length }) => (end += length) - length);
    await this.pool.query({
      name: 'insert segments',
      query_timeout: WRITE_TIMEOUT,
      // The payloads travel as one binary parameter; as an array they would be written out in hexadecimal.
      // Only what is new is counted: a segment that was there already was counted with its first writing.
      text: `
        with written as (
          insert into delivery_segment
            (domain_id, segment_id, webhook_id, received_at, delivery_count, late, payload)
          select domain_id, segment_id, webhook_id, received_at, delivery_count, $9,
            substring($6::bytea from o for n)
          from unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $7::int[], $8::int[])
            as segment (domain_id, segment_id, webhook_id, received_at, delivery_count, o, n)
          on conflict do nothing
          returning domain_id, received_at, delivery_count
        )
        ${addToLedger(await isDistributed(this.pool), { accepted: 'sum(delivery_count)' }, 'written')}`,
      values: [
        // In quotes, as one may be called "null".
        arrayOf(segments.map(({ domain_id }) => `"${domain_id}"`)),
        arrayOf(segments.map(({ segment_id }) => segment_id)),
        arrayOf(segments.map(({ webhook_uuid }) => webhook_uuid)),
        arrayOf(segments.map(({ received_at }) => timeText(received_at))),
        arrayOf(segments.map(({ delivery_count }) => delivery_count)),
        Buffer.concat(payloads),
        arrayOf(offsets),
        arrayOf(payloads.map(({ length }) => length)),
        late,
      ],
    });
  }
}

/** As PostgreSQL reads it. The driver would look for what must be escaped, and in none of these is anything. */
function arrayOf(values: readonly (string | number)[]): string {
  return `{${values.join()}}`;
}

function isWithoutPartition(error: unknown): boolean {
  return (error as { code?: unknown }).code === NO_PARTITION;
}
