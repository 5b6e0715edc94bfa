import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { END_WHEN_IDLE, inTransaction } from '#shared/platform/persistence/in-transaction.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import {
  ProcessingLog,
  UnstorableError,
  type CommitResult,
  type Pending,
  type ReadPosition,
  type PendingSegment,
  type WebhookCommit,
  type ProcessedWebhook,
} from '../application/ports/processing-log.js';
import type { Alarm } from '../domain/alarm.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import { sizeOf } from '../../intake/domain/delivery.js';
import { batchWithAlerts } from '../domain/outcomes.js';
import type { Correlation, Known } from '../domain/fold.js';
import type { PoisonCandidate } from '../domain/poison-candidate.js';
import { bringBackPartitions, ensurePartitionsAhead } from '../../persistence/partitions.js';
import type { OnConflict } from './on-conflict.js';
import {
  isOfDroppedTime,
  isThereAlready,
  isUnstorable,
  unstorableReason,
} from '#shared/platform/persistence/is-unstorable.js';
import { foldAll, writeHeartbeats } from './heartbeat-states.js';
import { keepUnchanged } from './keep-unchanged.js';
import { readKnown } from './known-alarms.js';
import { LOCK_FEED, lockCursor, lockCursors } from '../../persistence/lock-cursor.js';
import { lastArrivalOf, OutOfOrderSegments, sortByArrival, withoutOverlap } from './out-of-order-segments.js';
import { readDeliveries, REASON_LENGTH } from '../../persistence/read-deliveries.js';
import { BYTES_PER_BATCH, LONGEST_PAUSE, readOldest, SEGMENTS_PER_BATCH } from './read-oldest.js';
import { writeAcknowledgements } from './write-acknowledgements.js';
import { takesCorrelation, writeCorrelation } from './write-correlation.js';
import {
  markProcessed,
  withOverflow,
  writeQuarantine,
  type WebhookBatch,
} from '../../persistence/write-outcomes.js';

/**
 * The commit need not wait for the disk. The log is on disk already and marks what is unprocessed, so that what a crash loses
 * here is processed again, with the same ids.
 */
const BEGIN = `begin; set local synchronous_commit = off; ${LOCK_FEED}`;
/** On several machines, a commit that the coordinator has confirmed must survive a crash of the coordinator. */
const BEGIN_APART = 'begin';
/** A worker whose machine is gone must not hold the locks of its webhooks for hours. */
const LIMITS = `
  set local ${END_WHEN_IDLE};
  set local statement_timeout = '60s'`;

@Injectable()
export class PostgresProcessingLog extends ProcessingLog {
  private readonly order: OutOfOrderSegments;

  constructor(private readonly pool: IngestPool) {
    super();
    this.order = new OutOfOrderSegments(pool, (webhook) => this.sort(webhook));
  }

  async readPending(webhooks: readonly ReadPosition[]): Promise<Pending> {
    // Each webhook gets a share, so that the read is bounded by the batch and does not grow with the backlog.
    const share = Math.ceil(SEGMENTS_PER_BATCH / webhooks.length);
    let rows = await readOldest(this.pool, webhooks, share);
    const found = Number(rows[0]?.found ?? 0);
    const order = await this.order.limits(
      webhooks,
      Map.groupBy(rows, ({ webhook_id }) => webhook_id),
    );
    if (order.again) rows = await readOldest(this.pool, webhooks, share);
    const byWebhook = new Map<string, PendingSegment[]>();
    const held = new Set<string>();
    let [taken, bytes, waiting] = [0, 0, 0];
    for (const row of rows) {
      // The query limits the compressed size only.
      if (bytes >= BYTES_PER_BATCH) break;
      const { webhook_id, segment_id, seq, late } = row;
      const segment = { segment_id, seq, late, deliveries: held.has(webhook_id) ? [] : readDeliveries(row) };
      const until = order.until.get(webhook_id);
      if (until !== undefined && lastArrivalOf(segment) > until) held.add(webhook_id);
      if (held.has(webhook_id)) {
        waiting += 1;
        continue;
      }
      const segments = byWebhook.get(webhook_id) ?? [];
      byWebhook.set(webhook_id, segments);
      segments.push(segment);
      for (const { delivery } of segment.deliveries) bytes += sizeOf(delivery);
      taken += 1;
    }
    const isCut = found > taken + waiting || [...byWebhook.values()].some(({ length }) => length === share);
    if (isCut) for (const [uuid, segments] of byWebhook) byWebhook.set(uuid, withoutOverlap(segments));
    return { cut: isCut, segments: byWebhook, held: held.difference(byWebhook) };
  }

  async commit(
    commits: readonly WebhookCommit[],
    onConflict: OnConflict = 'fail',
  ): Promise<readonly CommitResult[]> {
    const alarms: Alarm[] = [];
    try {
      return await this.commitOnce(commits, onConflict, alarms);
    } catch (error) {
      // An event and the mark that its segment is processed are committed together. An event without the mark therefore exists
      // only if one was restored from a backup without the other. The whole batch is written again, and existing events are
      // ignored.
      if (onConflict === 'fail' && isThereAlready(error)) return this.commit(commits, 'ignore');
      if (!(error instanceof UnstorableError && isOfDroppedTime(error.cause))) throw error;
      // The partition may be dropped already: an alarm may have arrived in the week before its segment was written.
      const ids = [
        ...commits.flatMap(({ segmentIds }) => segmentIds),
        ...alarms.map(({ event_id }) => event_id),
      ];
      await bringBackPartitions(this.pool, ['quarantine', 'event'], ids);
      // The partition may not exist yet: the clock of the database may be weeks ahead.
      await ensurePartitionsAhead(this.pool, ['alert_change']);
      return this.commitOnce(commits, 'ignore', []);
    }
  }

  /** @param alarms is filled with the alarms to write */
  private async commitOnce(
    commits: readonly WebhookCommit[],
    onConflict: OnConflict,
    alarms: Alarm[],
  ): Promise<readonly CommitResult[]> {
    return this.inTransaction(async (client) => {
      const held = await lockCursors(
        client,
        commits.map(({ webhook }) => webhook),
      );
      const locked = commits.filter(({ webhook }) => held.has(webhook.uuid));
      const unchanged = await keepUnchanged(client, locked);
      const folded = await foldAll(client, unchanged);
      for (const one of folded) alarms.push(...one.alarms);
      const known = await readKnown(client, folded);
      const decided = folded.flatMap(({ webhook, decide, heartbeats, written }, at) => {
        const mine = known[at];
        return mine ? [{ webhook, batch: decide(mine), heartbeats, written }] : [];
      });
      await writeCorrelation(
        client,
        decided.map(({ webhook, batch }) => ({ webhook, ...batch.correlation })),
        onConflict,
      );
      const alerts = await writeAcknowledgements(
        client,
        decided.map(({ webhook, batch }) => ({
          ...{ webhook, hasDecisions: held.get(webhook.uuid) === true },
          ...batch,
        })),
      );
      const all = decided.map((one) => ({ ...one, batch: batchWithAlerts(one.batch, alerts) }));
      await writeHeartbeats(client, all);
      const marked: WebhookBatch[] = [];
      for (const { webhook, batch, written } of all) {
        written(batch);
        const overflow = await writeQuarantine(client, webhook, batch.quarantined);
        marked.push({ webhook, batch: { ...batch, segments: withOverflow(batch.segments, overflow) } });
      }
      if (marked.length > 0) await markProcessed(client, marked);
      return commits.map((one) => {
        if (!held.has(one.webhook.uuid)) return 'busy';
        return unchanged.includes(one) ? 'committed' : 'changed';
      });
    });
  }

  async postpone(
    { uuid, domain_id }: DeliveryTarget,
    reason: string,
    candidates?: readonly PoisonCandidate[],
  ): Promise<void> {
    const given = candidates === undefined ? [] : [await this.sinceWhen(candidates)];
    const { rows } = await this.pool.query<{ attempts: number }>({
      name: 'count attempt',
      text: `
        update webhook_cursor set attempts = attempts + 1 where webhook_id = $1 and domain_id = $2 returning attempts`,
      values: [uuid, domain_id],
    });
    const pause = Math.min(2 ** ((rows[0]?.attempts ?? 1) - 1), LONGEST_PAUSE);
    await this.pool.query({
      name: `postpone${candidates === undefined ? '' : ' for suspects'}`,
      text: `
        update webhook_cursor set
          next_attempt_at = statement_timestamp() + $4::float8 * interval '1 s',
          ${candidates === undefined ? '' : 'suspects = $5,'}
          last_error = $3, last_error_at = statement_timestamp()
        where webhook_id = $1 and domain_id = $2`,
      values: [uuid, domain_id, cleanText(reason.slice(0, REASON_LENGTH)), pause, ...given],
    });
  }

  /** Converts ages to times of the database's clock, as they are stored. */
  private async sinceWhen(candidates: readonly PoisonCandidate[]): Promise<string | null> {
    const { rows } = await this.pool.query<{ stored: string | null }>({
      name: 'suspects since when',
      text: `
        select jsonb_agg(jsonb_build_object(
          'delivery_id', one.delivery_id, 'failures', one.failures,
          'since', extract(epoch from statement_timestamp()) - one.seconds))::text as stored
        from json_to_recordset($1::json) as one (delivery_id uuid, failures int, seconds float8)`,
      values: [JSON.stringify(candidates)],
    });
    return rows[0]?.stored ?? null;
  }

  async poisonCandidates({ uuid, domain_id }: DeliveryTarget): Promise<readonly PoisonCandidate[]> {
    const { rows } = await this.pool.query<PoisonCandidate>({
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
      await begin(client);
      if (!(await lockCursor(client, webhook))) throw new Error('another process holds the webhook');
    });
  }

  isAway(error: unknown): boolean {
    return isDatabaseUnavailable(error);
  }

  private async sort(webhook: DeliveryTarget): Promise<bigint | undefined> {
    let last: bigint | undefined;
    await this.inTransaction(async (client) => {
      if (await lockCursor(client, webhook)) last = await sortByArrival(client, webhook);
      return last === undefined ? [] : ['committed'];
    });
    return last;
  }

  private async inTransaction(
    work: (client: PoolClient) => Promise<readonly CommitResult[]>,
  ): Promise<readonly CommitResult[]> {
    const keep = (results: readonly CommitResult[]) => results.includes('committed');
    try {
      return await inTransaction(this.pool, work, { begin, keep });
    } catch (error) {
      if (isUnstorable(error)) throw new UnstorableError(unstorableReason(error), { cause: error });
      throw error;
    }
  }
}

async function begin(client: PoolClient): Promise<void> {
  await client.query(`${(await isDistributed(client)) ? BEGIN_APART : BEGIN}; ${LIMITS}`);
}
