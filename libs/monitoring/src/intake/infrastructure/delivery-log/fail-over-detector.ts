import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { IntakeCounters } from '../intake-counters.js';
import { AcknowledgedSegments, type SegmentReference } from './acknowledged-segments.js';
import { findHistoryBreak, readDatabasePosition, type DatabasePosition } from './database-position.js';
import { formatDeliveryId } from '../../../persistence/delivery-id.js';
import { findMissing, recordLost } from './lost-deliveries.js';
import { SegmentWriter } from './segment-writer.js';
import { writeInBatches } from './write-in-batches.js';

const POLL_INTERVAL_MS = 1_000;
/**
 * Milliseconds. After a fail-over, some connections may still lead to the old server and be answered there for a
 * moment. So the check is repeated after this time.
 */
const RECHECK_DELAY_MS = 10_000;

/**
 * Detects fail-overs and restores of the database, and writes the recent segments of this process again: an
 * asynchronous standby may not have them. Segments that exist are left as they are.
 */
@Injectable()
export class FailOverDetector implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('FailOver');
  private readonly stop = new AbortController();
  private position: DatabasePosition | undefined;
  /** The checks that are scheduled, with their reasons and monotonic times. */
  private scheduledChecks: { readonly reason: string; readonly at: number }[] = [];
  private lastWarning: string | undefined;
  private watching: Promise<void> | undefined;

  constructor(
    private readonly pool: IngestPool,
    private readonly acknowledged: AcknowledgedSegments,
    private readonly writer: SegmentWriter,
    private readonly counters: IntakeCounters,
  ) {}

  onApplicationBootstrap(): void {
    this.watching = this.watch();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      try {
        await this.check();
        this.lastWarning = undefined;
      } catch (error) {
        this.warnOnce(error);
      }
      await sleep(POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private warnOnce(error: unknown): void {
    // Other components report that the database is unavailable.
    const reason = isDatabaseUnavailable(error) ? undefined : getLogMessage(error);
    if (reason !== undefined && reason !== this.lastWarning)
      this.logger.warn(`fail-overs of the database cannot be detected: ${reason}`);
    this.lastWarning = reason;
  }

  private async check(): Promise<void> {
    const now = await readDatabasePosition(this.pool);
    if (now === undefined) return;
    const reason = this.position && findHistoryBreak(this.position, now);
    if (reason !== undefined) {
      this.logger.warn(
        `the database failed over or was restored: ${reason}; deliveries that it lacks are written again`,
      );
      const at = performance.now();
      this.scheduledChecks = [
        { reason, at },
        { reason, at: at + RECHECK_DELAY_MS },
      ];
      this.counters.failOvers += 1;
    }
    // A connection that still leads to the old server reports an older timeline, which is ignored.
    if (this.position === undefined || reason !== undefined || now.timeline === this.position.timeline)
      this.position = now;
    const [next] = this.scheduledChecks;
    if (next === undefined) this.acknowledged.evictExpired();
    else if (next.at <= performance.now()) {
      await this.restore(next.reason);
      this.scheduledChecks = this.scheduledChecks.slice(1);
    }
  }

  private async restore(reason: string): Promise<void> {
    const { segments, references } = this.acknowledged;
    const missing = await findMissing(this.pool, [...references, ...segments]);
    const missingSegments = segments.filter(({ segment_id }) => missing.has(segment_id));
    const refused = await writeInBatches(missingSegments, this.writer);
    const refusedIds = new Set(refused.map(({ segment }) => segment.segment_id));
    const restored = missingSegments.filter(({ segment_id }) => !refusedIds.has(segment_id));
    this.counters.restored += countOf(restored);
    if (restored.length > 0)
      this.logger.warn(`deliveries that the database lacked were written again: ${rangeOf(restored)}`);
    const lostReferences = references.filter(({ segment_id }) => missing.has(segment_id));
    await this.recordLosses([...lostReferences, ...refused.map(({ segment }) => segment)], reason);
  }

  private async recordLosses(lost: readonly SegmentReference[], reason: string): Promise<void> {
    if (lost.length === 0) return;
    await recordLost(this.pool, lost, reason);
    for (const { segment_id } of lost) this.acknowledged.remove(segment_id);
    this.counters.lost += countOf(lost);
    this.logger.error(`acknowledged and lost: ${rangeOf(lost)}`);
  }
}

const countOf = (segments: readonly SegmentReference[]): number =>
  segments.reduce((sum, { delivery_count }) => sum + delivery_count, 0);

function rangeOf(segments: readonly SegmentReference[]): string {
  const sorted = segments.toSorted((a, b) => a.received_at.getTime() - b.received_at.getTime());
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return 'none';
  const from = `${first.received_at.toISOString()} (${formatDeliveryId(first.segment_id, 0)})`;
  const to = `${last.received_at.toISOString()} (${formatDeliveryId(last.segment_id, last.delivery_count - 1)})`;
  return `${countOf(segments)} deliveries, from ${from} to ${to}`;
}
