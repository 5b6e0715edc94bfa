import { Injectable, Optional } from '@nestjs/common';
import { SECONDS, Histogram } from '#shared/kernel/histogram.js';
import { Traces } from '../../intake/application/ports/traces.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import type { ProcessedBatch, ReadSegment } from '../domain/process-batch.js';

/** Seconds, from an immediate wake-up to a backlog of a night. */
const LAG = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43_200];

interface PluginCounters {
  readonly outcomes: Record<Outcome['outcome'], number>;
  deliveries: number;
  /** Deliveries that `auto` parsed because the plugin could not. */
  fallbacks: number;
  seconds: number;
}

/** Milliseconds since the epoch. */
interface Times {
  readonly from: number;
  readonly to: number;
}

/** Counts the work of this process: one row per plugin that has run here. The number of plugins is bounded. */
@Injectable()
export class ProcessingCounters {
  readonly plugins = new Map<string, PluginCounters>();
  readonly lag = new Histogram(LAG);
  readonly commitSeconds = new Histogram(SECONDS);
  failures = 0;
  orphans = 0;
  /** Pings that created no heartbeat because their domain has reached its limit. */
  heartbeatsRefused = 0;
  /** Whether the last run of the retention refused to remove so many records at once. */
  retentionRefused = false;
  /** When a traced segment was parsed. Kept until the segment is committed. */
  private readonly readTimes = new WeakMap<ReadSegment, Times>();

  constructor(@Optional() private readonly traces?: Traces) {}

  parsed(pluginId: string, segments: readonly ReadSegment[], milliseconds: number): void {
    const counters = this.of(pluginId);
    for (const { deliveries } of segments) counters.deliveries += deliveries.length;
    counters.seconds += milliseconds / 1000;
    if (this.traces?.on !== true) return;
    const to = performance.timeOrigin + performance.now();
    for (const segment of segments)
      if (isTraced(segment)) this.readTimes.set(segment, { from: to - milliseconds, to });
  }

  committed(
    pluginId: string,
    read: readonly ReadSegment[],
    { segments, fallbacks }: ProcessedBatch,
    milliseconds: number,
  ): void {
    const counters = this.of(pluginId);
    const { outcomes } = counters;
    counters.fallbacks += fallbacks?.count ?? 0;
    for (const segment of segments)
      for (const each of segment.outcomes) for (const { outcome } of each) outcomes[outcome] += 1;
    const now = Date.now();
    // Arrival times come from the database's clock, which may be slightly ahead of this machine's.
    for (const { deliveries } of read)
      for (const { delivery } of deliveries)
        this.lag.add(Math.max(0, now - delivery.received_at.getTime()) / 1000);
    this.commitSeconds.add(milliseconds / 1000);
    if (this.traces?.on !== true) return;
    for (const segment of read) if (isTraced(segment)) this.trace(pluginId, segment, milliseconds);
  }

  /** Records one job per delivery, because each delivery belongs to its own trace. */
  private trace(plugin: string, segment: ReadSegment, milliseconds: number): void {
    const { traces } = this;
    const reading = this.readTimes.get(segment);
    if (traces === undefined || reading === undefined) return;
    const to = performance.timeOrigin + performance.now();
    for (const { delivery, delivery_id } of segment.deliveries) {
      if (delivery.trace === undefined) continue;
      const job = traces.record('process delivery', delivery.trace, reading.from, to, { delivery_id });
      traces.record('run plugin', job, reading.from, reading.to, { plugin });
      traces.record('insert events', job, to - milliseconds, to, {});
    }
  }

  private of(pluginId: string): PluginCounters {
    const known = this.plugins.get(pluginId);
    if (known !== undefined) return known;
    const outcomes = { ACKNOWLEDGED: 0, CREATED: 0, DUPLICATE: 0, HEARTBEAT: 0, IGNORED: 0, QUARANTINED: 0 };
    const counters = { outcomes, deliveries: 0, fallbacks: 0, seconds: 0 };
    this.plugins.set(pluginId, counters);
    return counters;
  }
}

function isTraced({ deliveries }: ReadSegment): boolean {
  return deliveries.some(({ delivery }) => delivery.trace !== undefined);
}
