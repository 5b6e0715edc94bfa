import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import {
  isDatabaseUnavailable,
  isPartitionMissing,
  isUniqueViolation,
  isUnstorable,
  describeUnstorable,
} from '#shared/platform/persistence/database-unavailable.js';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { IDLE_TIMEOUT_SETTING, inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import type { DeliveryTarget } from '../../intake/application/ports/delivery-log.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { sizeOf } from '../../intake/domain/delivery.js';
import { restorePartitions, ensurePartitionsAhead } from '../../persistence/partitions.js';
import { LOCK_FEED, lockCursor, lockCursors } from '../../intake/tables/lock-cursor.js';
import { decodeDeliveries, MAX_REASON_LENGTH } from '../../intake/tables/segment-codec.js';
import {
  markProcessed,
  markOverflowInSegments,
  writeQuarantine,
  type WebhookBatch,
} from '../tables/write-outcomes.js';
import {
  ProcessingLog,
  UnstorableError,
  type CommittedWebhook,
  type PendingBatch,
  type ReadPosition,
  type PendingSegment,
  type WebhookCommit,
} from '../application/ports/processing-log.js';
import type { Alarm } from '../domain/alarm.js';
import type { KnownState } from '../domain/correlation.js';
import { foldHeartbeats } from '../domain/fold-heartbeats.js';
import { alarmsOf, processBatch } from '../domain/process-batch.js';
import { dropRepeatedDeliveries, rememberSigned } from './signed-deliveries.js';
import type { PoisonCandidate } from '../domain/poison-candidate.js';
import type { OnConflict } from './write-events.js';
import { readHeartbeats, writeHeartbeats } from './heartbeat-states.js';
import {
  filterUnchanged,
  BYTES_PER_BATCH,
  MAX_PAUSE_SECONDS,
  readOldest,
  SEGMENTS_PER_BATCH,
  lastArrivalOf,
  OutOfOrderSegments,
  sortByArrival,
  trimOverlap,
} from './read-pending.js';
import { readKnownStates } from './alarm-states.js';
import {
  writeSenderNotes,
  replaceBatchDecisionIds,
  writeAcknowledgements,
} from './write-sender-decisions.js';
import { canStoreCorrelation, writeCorrelation } from './write-correlation.js';

/**
 * The commit need not wait for the disk. The log is on disk already and marks what is unprocessed, so that what a crash loses
 * here is processed again, with the same ids.
 */
const BEGIN = `begin; set local synchronous_commit = off; ${LOCK_FEED}`;
/** On several machines, a commit that the coordinator has confirmed must survive a crash of the coordinator. */
const BEGIN_DISTRIBUTED = 'begin';
/** A worker whose machine is gone must not hold the locks of its webhooks for hours. */
const TIMEOUTS = `
  set local ${IDLE_TIMEOUT_SETTING};
  set local statement_timeout = '60s'`;

@Injectable()
export class PostgresProcessingLog extends ProcessingLog {
  private readonly outOfOrder: OutOfOrderSegments;

  constructor(private readonly pool: IngestPool) {
    super();
    this.outOfOrder = new OutOfOrderSegments(pool, (webhook) => this.sortWebhook(webhook));
  }

  async readPending(webhooks: readonly ReadPosition[]): Promise<PendingBatch> {
    // Each webhook gets a share, so that the read is bounded by the batch and does not grow with the backlog.
    const segmentsPerWebhook = Math.ceil(SEGMENTS_PER_BATCH / webhooks.length);
    let rows = await readOldest(this.pool, webhooks, segmentsPerWebhook);
    const totalCount = Number(rows[0]?.found ?? 0);
    const limits = await this.outOfOrder.findLimits(
      webhooks,
      Map.groupBy(rows, ({ webhook_id }) => webhook_id),
    );
    if (limits.mustReread) rows = await readOldest(this.pool, webhooks, segmentsPerWebhook);
    const byWebhook = new Map<string, PendingSegment[]>();
    const held = new Set<string>();
    let [readCount, bytes, heldCount] = [0, 0, 0];
    for (const row of rows) {
      // The query limits the compressed size only.
      if (bytes >= BYTES_PER_BATCH) break;
      const { webhook_id, segment_id, seq, late } = row;
      const segment = {
        segment_id,
        seq,
        late,
        deliveries: held.has(webhook_id) ? [] : decodeDeliveries(row),
      };
      const until = limits.until.get(webhook_id);
      if (until !== undefined && lastArrivalOf(segment) > until) held.add(webhook_id);
      if (held.has(webhook_id)) {
        heldCount += 1;
        continue;
      }
      const segments = byWebhook.get(webhook_id) ?? [];
      byWebhook.set(webhook_id, segments);
      segments.push(segment);
      for (const { delivery } of segment.deliveries) bytes += sizeOf(delivery);
      readCount += 1;
    }
    const isTruncated =
      totalCount > readCount + heldCount ||
      [...byWebhook.values()].some(({ length }) => length === segmentsPerWebhook);
    if (isTruncated) for (const [uuid, segments] of byWebhook) byWebhook.set(uuid, trimOverlap(segments));
    return { isTruncated, segments: byWebhook, blocked: held.difference(byWebhook) };
  }

  async commit(
    commits: readonly WebhookCommit[],
    onConflict: OnConflict = 'fail',
  ): Promise<readonly CommittedWebhook[]> {
    try {
      return await this.commitOnce(commits, onConflict);
    } catch (error) {
      // An event and the mark that its segment is processed are committed together. An event without the mark therefore exists
      // only if one was restored from a backup without the other. The whole batch is written again, and existing events are
      // ignored.
      if (onConflict === 'fail' && isUniqueViolation(error)) return this.commit(commits, 'ignore');
      if (!(error instanceof UnstorableError && isPartitionMissing(error.cause))) throw error;
      // The partition may be dropped already: an alarm may have arrived in the week before its segment was written.
      const ids = [
        ...commits.flatMap(({ segments }) => segments.map(({ segment_id }) => segment_id)),
        ...error.alarms.map(({ event_id }) => event_id),
      ];
      await restorePartitions(this.pool, ['quarantine', 'event'], ids);
      // The partition may not exist yet: the clock of the database may be weeks ahead.
      await ensurePartitionsAhead(this.pool, ['alert_change']);
      return this.commitOnce(commits, 'ignore');
    }
  }

  /** Locks, reads the stored state, decides, and writes. What it decides is pure, so that a commit can be repeated. */
  private async commitOnce(
    commits: readonly WebhookCommit[],
    onConflict: OnConflict,
  ): Promise<readonly CommittedWebhook[]> {
    return this.inTransaction(async (client, alarms) => {
      const lockedCursors = await lockCursors(
        client,
        commits.map(({ webhook }) => webhook),
      );
      const locked = commits.filter(({ webhook }) => lockedCursors.has(webhook.uuid));
      const unchanged = await filterUnchanged(client, locked);
      const repeated = await rememberSigned(client, unchanged);
      const heartbeats = await readHeartbeats(client, unchanged);
      const folded = unchanged.map(({ webhook, segments, refused }, at) => {
        const kept = dropRepeatedDeliveries(segments, repeated);
        const fold = foldHeartbeats(webhook, heartbeats[at], kept);
        return { webhook, refused, ...fold, alarms: alarmsOf(fold.segments) };
      });
      for (const each of folded) alarms.push(...each.alarms);
      const known = await readKnownStates(client, folded);
      const processed = folded.map(({ webhook, segments, refused, changes, refusedPings }, at) => ({
        ...{ webhook, changes, refusedPings },
        hasDecisions: lockedCursors.get(webhook.uuid) === true,
        batch: processBatch(known[at] as KnownState, segments, webhook.settings, refused),
      }));
      await writeCorrelation(
        client,
        processed.map(({ webhook, batch }) => ({ webhook, ...batch.correlation })),
        onConflict,
      );
      const alerts = await writeAcknowledgements(
        client,
        processed.map(({ webhook, hasDecisions, batch }) => ({ webhook, hasDecisions, ...batch })),
      );
      await writeSenderNotes(
        client,
        processed.map(({ webhook, batch }) => ({ webhook, notes: batch.notes })),
      );
      await writeHeartbeats(client, processed);
      const committed = new Map<string, CommittedWebhook>();
      const marked: WebhookBatch[] = [];
      for (const { webhook, refusedPings, ...each } of processed) {
        const batch = replaceBatchDecisionIds(each.batch, alerts);
        const overflow = await writeQuarantine(client, webhook, batch.quarantined);
        marked.push({
          webhook,
          batch: { ...batch, segments: markOverflowInSegments(batch.segments, overflow) },
        });
        committed.set(webhook.uuid, { result: 'committed', batch, refusedPings });
      }
      if (marked.length > 0) await markProcessed(client, marked);
      return commits.map(
        ({ webhook: { uuid } }): CommittedWebhook =>
          committed.get(uuid) ?? { result: lockedCursors.has(uuid) ? 'changed' : 'busy' },
      );
    });
  }

  async postpone(
    { uuid, domain_id }: DeliveryTarget,
    reason: string,
    candidates?: readonly PoisonCandidate[],
  ): Promise<void> {
    const storedCandidates = candidates === undefined ? [] : [await this.toStoredCandidates(candidates)];
    const { rows } = await this.pool.query<{ attempts: number }>({
      name: 'count attempt',
      text: `
        update webhook_cursor set attempts = attempts + 1 where webhook_id = $1 and domain_id = $2 returning attempts`,
      values: [uuid, domain_id],
    });
    const pause = Math.min(2 ** ((rows[0]?.attempts ?? 1) - 1), MAX_PAUSE_SECONDS);
    await this.pool.query({
      name: `postpone${candidates === undefined ? '' : ' for suspects'}`,
      text: `
        update webhook_cursor set
          next_attempt_at = statement_timestamp() + $4::float8 * interval '1 s',
          ${candidates === undefined ? '' : 'suspects = $5,'}
          last_error = $3, last_error_at = statement_timestamp()
        where webhook_id = $1 and domain_id = $2`,
      values: [uuid, domain_id, cleanText(reason.slice(0, MAX_REASON_LENGTH)), pause, ...storedCandidates],
    });
  }

  /** Converts ages to times of the database's clock, as they are stored. */
  private async toStoredCandidates(candidates: readonly PoisonCandidate[]): Promise<string | null> {
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

  async findPoisonCandidates({ uuid, domain_id }: DeliveryTarget): Promise<readonly PoisonCandidate[]> {
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

  async canStore(webhook: AdmittedWebhook, alarms: readonly Alarm[]): Promise<boolean> {
    return canStoreCorrelation(this.pool, webhook, alarms, async (client) => {
      await begin(client);
      if (!(await lockCursor(client, webhook))) throw new Error('another process holds the webhook');
    });
  }

  isDatabaseUnavailable(error: unknown): boolean {
    return isDatabaseUnavailable(error);
  }

  private async sortWebhook(webhook: DeliveryTarget): Promise<bigint | undefined> {
    let last: bigint | undefined;
    await this.inTransaction(async (client) => {
      if (await lockCursor(client, webhook)) last = await sortByArrival(client, webhook);
      return last === undefined ? [] : [{ result: 'committed' }];
    });
    return last;
  }

  /** @param work fills `alarms` with those that it stores */
  private async inTransaction(
    work: (client: PoolClient, alarms: Alarm[]) => Promise<readonly CommittedWebhook[]>,
  ): Promise<readonly CommittedWebhook[]> {
    const alarms: Alarm[] = [];
    const shouldCommit = (all: readonly CommittedWebhook[]) =>
      all.some(({ result }) => result === 'committed');
    try {
      return await inTransaction(this.pool, (client) => work(client, alarms), { begin, shouldCommit });
    } catch (error) {
      if (isUnstorable(error)) throw new UnstorableError(describeUnstorable(error), alarms, { cause: error });
      throw error;
    }
  }
}

async function begin(client: PoolClient): Promise<void> {
  await client.query(`${(await isDistributed(client)) ? BEGIN_DISTRIBUTED : BEGIN}; ${TIMEOUTS}`);
}
