import { Injectable, Optional } from '@nestjs/common';
import { DURATION_BUCKETS, Histogram } from '#shared/kernel/histogram.js';
import { Traces } from '../../intake/application/ports/traces.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import type { ProcessedBatch, ParsedSegment } from '../domain/process-batch.js';

/** Seconds, from an immediate wake-up to a backlog of a night. */
const LAG_BUCKETS_SECONDS = [
  0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 43_200,
];

interface PluginCounters {
  readonly outcomes: Record<Outcome['outcome'], number>;
  deliveries: number;
  /** Deliveries that `auto` parsed because the plugin could not. */
  fallbacks: number;
  seconds: number;
}

/** Milliseconds since the epoch. */
interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Counts the work of this process: one row per plugin that has run here. The number of plugins is bounded. */
@Injectable()
export class ProcessingCounters {
  readonly plugins = new Map<string, PluginCounters>();
  readonly lag = new Histogram(LAG_BUCKETS_SECONDS);
  readonly commitSeconds = new Histogram(DURATION_BUCKETS);
  failures = 0;
  orphans = 0;
  /** Pings that created no heartbeat because their domain has reached its limit. */
  heartbeatsRefused = 0;
  /** Whether the last run of the retention refused to remove so many records at once. */
  retentionRefused = false;
  /** When a traced segment was parsed. Kept until the segment is committed. */
  private readonly parseTimes = new WeakMap<ParsedSegment, TimeRange>();

  constructor(@Optional() private readonly traces?: Traces) {}

  recordParsed(pluginId: string, segments: readonly ParsedSegment[], milliseconds: number): void {
    const counters = this.countersOf(pluginId);
    for (const { deliveries } of segments) counters.deliveries += deliveries.length;
    counters.seconds += milliseconds / 1000;
    if (this.traces?.isEnabled !== true) return;
    const to = performance.timeOrigin + performance.now();
    for (const segment of segments)
      if (isTraced(segment)) this.parseTimes.set(segment, { from: to - milliseconds, to });
  }

  recordCommitted(
    pluginId: string,
    read: readonly ParsedSegment[],
    { segments, fallbacks }: ProcessedBatch,
    milliseconds: number,
  ): void {
    const counters = this.countersOf(pluginId);
    const { outcomes } = counters;
    counters.fallbacks += fallbacks?.count ?? 0;
    for (const segment of segments)
      for (const deliveryOutcomes of segment.outcomes)
        for (const { outcome } of deliveryOutcomes) outcomes[outcome] += 1;
    const now = Date.now();
    // Arrival times come from the database's clock, which may be slightly ahead of this machine's.
    for (const { deliveries } of read)
      for (const { delivery } of deliveries)
        this.lag.add(Math.max(0, now - delivery.received_at.getTime()) / 1000);
    this.commitSeconds.add(milliseconds / 1000);
    if (this.traces?.isEnabled !== true) return;
    for (const segment of read) if (isTraced(segment)) this.trace(pluginId, segment, milliseconds);
  }

  /** Records one job per delivery, because each delivery belongs to its own trace. */
  private trace(plugin: string, segment: ParsedSegment, milliseconds: number): void {
    const { traces } = this;
    const parseTime = this.parseTimes.get(segment);
    if (traces === undefined || parseTime === undefined) return;
    const to = performance.timeOrigin + performance.now();
    for (const { delivery, delivery_id } of segment.deliveries) {
      if (delivery.trace === undefined) continue;
      const job = traces.recordSpan('process delivery', delivery.trace, parseTime.from, to, { delivery_id });
      traces.recordSpan('run plugin', job, parseTime.from, parseTime.to, { plugin });
      traces.recordSpan('insert events', job, to - milliseconds, to, {});
    }
  }

  private countersOf(pluginId: string): PluginCounters {
    const known = this.plugins.get(pluginId);
    if (known !== undefined) return known;
    const outcomes = { ACKNOWLEDGED: 0, CREATED: 0, DUPLICATE: 0, HEARTBEAT: 0, IGNORED: 0, QUARANTINED: 0 };
    const counters = { outcomes, deliveries: 0, fallbacks: 0, seconds: 0 };
    this.plugins.set(pluginId, counters);
    return counters;
  }
}

function isTraced({ deliveries }: ParsedSegment): boolean {
  return deliveries.some(({ delivery }) => delivery.trace !== undefined);
}
