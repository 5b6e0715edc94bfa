import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { messageOf } from '#shared/kernel/message-of.js';
import { isDatabaseUnavailable } from '#shared/platform/persistence/database-unavailable.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { IntakeCounters } from '../intake-counters.js';
import { AcknowledgedSegments, type SegmentName } from './acknowledged-segments.js';
import { breakBetween, readPlace, type DatabasePlace } from './database-place.js';
import { deliveryNameOf } from '../../../persistence/delivery-id.js';
import { findMissing, recordLost } from './lost-deliveries.js';
import { SegmentWriter } from './segment-writer.js';
import { writeInBatches } from './write-in-batches.js';

const LOOK_EVERY = 1_000;
/**
 * Milliseconds. After a fail-over, some connections may still lead to the old server and be answered there for a
 * moment. So the check is repeated after this time.
 */
const ONCE_MORE_AFTER = 10_000;

/**
 * Detects fail-overs and restores of the database, and writes the recent segments of this process again: an
 * asynchronous standby may not have them. Segments that exist are left as they are.
 */
@Injectable()
export class FailOverWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('FailOver');
  private readonly stop = new AbortController();
  private place: DatabasePlace | undefined;
  /** The checks that are scheduled, with their reasons and monotonic times. */
  private due: { readonly reason: string; readonly at: number }[] = [];
  private told: string | undefined;
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
        await this.look();
        this.told = undefined;
      } catch (error) {
        this.tell(error);
      }
      await sleep(LOOK_EVERY, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private tell(error: unknown): void {
    // Other components report that the database is unavailable.
    const reason = isDatabaseUnavailable(error) ? undefined : messageOf(error);
    if (reason !== undefined && reason !== this.told)
      this.logger.warn(`fail-overs of the database cannot be detected: ${reason}`);
    this.told = reason;
  }

  private async look(): Promise<void> {
    const now = await readPlace(this.pool);
    if (now === undefined) return;
    const reason = this.place && breakBetween(this.place, now);
    if (reason !== undefined) {
      this.logger.warn(
        `the database failed over or was restored: ${reason}; deliveries that it lacks are written again`,
      );
      const at = performance.now();
      this.due = [
        { reason, at },
        { reason, at: at + ONCE_MORE_AFTER },
      ];
      this.counters.failOvers += 1;
    }
    // A connection that still leads to the old server reports an older timeline, which is ignored.
    if (this.place === undefined || reason !== undefined || now.timeline === this.place.timeline)
      this.place = now;
    const [next] = this.due;
    if (next === undefined) this.acknowledged.confirmed();
    else if (next.at <= performance.now()) {
      await this.restore(next.reason);
      this.due = this.due.slice(1);
    }
  }

  private async restore(reason: string): Promise<void> {
    const { all, allNames } = this.acknowledged;
    const missing = await findMissing(this.pool, [...allNames, ...all]);
    const kept = all.filter(({ segment_id }) => missing.has(segment_id));
    const refused = await writeInBatches(kept, this.writer);
    const refusedIds = new Set(refused.map(({ segment }) => segment.segment_id));
    const restored = kept.filter(({ segment_id }) => !refusedIds.has(segment_id));
    this.counters.restored += countOf(restored);
    if (restored.length > 0)
      this.logger.warn(`deliveries that the database lacked were written again: ${rangeOf(restored)}`);
    const gone = allNames.filter(({ segment_id }) => missing.has(segment_id));
    await this.giveUp([...gone, ...refused.map(({ segment }) => segment)], reason);
  }

  private async giveUp(lost: readonly SegmentName[], reason: string): Promise<void> {
    if (lost.length === 0) return;
    await recordLost(this.pool, lost, reason);
    for (const { segment_id } of lost) this.acknowledged.remove(segment_id);
    this.counters.lost += countOf(lost);
    this.logger.error(`acknowledged and lost: ${rangeOf(lost)}`);
  }
}

const countOf = (segments: readonly SegmentName[]): number =>
  segments.reduce((sum, { delivery_count }) => sum + delivery_count, 0);

function rangeOf(segments: readonly SegmentName[]): string {
  const sorted = segments.toSorted((a, b) => a.received_at.getTime() - b.received_at.getTime());
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return 'none';
  const from = `${first.received_at.toISOString()} (${deliveryNameOf(first.segment_id, 0)})`;
  const to = `${last.received_at.toISOString()} (${deliveryNameOf(last.segment_id, last.delivery_count - 1)})`;
  return `${countOf(segments)} deliveries, from ${from} to ${to}`;
}
