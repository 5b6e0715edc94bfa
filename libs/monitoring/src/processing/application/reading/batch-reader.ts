import { isAsync } from '#senders/plugin-api/plugin.js';
import type { ReadDelivery, ReadSegment } from '../../domain/process-batch.js';
import type { PendingSegment, ProcessingLog, ReadPosition } from '../ports/processing-log.js';
import type { ProcessingCounters } from '../processing-counters.js';
import type { BatchLimits } from '../scheduler/batch-limits.js';
import type { Lane } from '../scheduler/webhook-scheduler.js';
import { SandboxedReader, type CrashIsolation } from './crash-isolation.js';
import {
  InProcessReader,
  type DeliveryReader,
  type LoadedWebhook,
  type Unavailable,
} from './delivery-reader.js';
import { ParseCache } from './parse-cache.js';
import { RemoteReader } from './remote-reader.js';

/** Milliseconds of parsing per webhook, after which the batch is written. The rest belongs to a later batch. */
const TIME_SLICE = 2_000;

/** The oldest pending segments of one webhook. Each segment is complete. */
export interface WebhookRead extends LoadedWebhook {
  readonly segments: readonly ReadSegment[];
  /** Position of the last of these segments. */
  readonly after: string | undefined;
  /** Why the next segment cannot be parsed now. */
  readonly unavailable?: Unavailable | undefined;
}

/** Webhooks of one domain, by uuid. */
export type Group = Map<string, LoadedWebhook>;

export interface Batch {
  readonly reads: readonly WebhookRead[];
  /** More segments are pending than fit into the batch. */
  readonly cut: boolean;
  /** Webhooks that belong to the other lane. */
  readonly others: readonly string[];
  /** Webhooks that did not fit into the batch. */
  readonly leftOut: readonly string[];
}

export class BatchReader {
  private readonly cache = new ParseCache();

  constructor(
    private readonly log: ProcessingLog,
    private readonly counters: ProcessingCounters,
    private readonly isolation: CrashIsolation,
    private readonly isStopping: () => boolean,
  ) {}

  async read(group: Group, from: readonly ReadPosition[], limits: BatchLimits, lane: Lane): Promise<Batch> {
    const { segments: found, cut, held = new Set() } = await this.log.readPending(from);
    const reads: WebhookRead[] = [];
    const others: string[] = [];
    const waiting = new Set(from.map(({ uuid }) => uuid)).difference(held);
    for (const [uuid, pending] of found) {
      const loaded = group.get(uuid);
      if (loaded === undefined || limits.isReached) continue;
      waiting.delete(uuid);
      const isSlow = isAsync(loaded.plugin) || this.isolation.isFor(pending);
      if (isSlow !== (lane === 'slow')) {
        others.push(uuid);
        continue;
      }
      const begun = performance.now();
      const read = await this.readSegments(loaded, pending, limits);
      this.counters.parsed(loaded.webhook.plugin_id, read.segments, performance.now() - begun);
      reads.push({ ...loaded, ...read, after: pending[read.segments.length - 1]?.seq });
    }
    const isCut = cut || limits.isReached;
    return { reads, cut: isCut, others, leftOut: isCut ? [...waiting] : [] };
  }

  /**
   * Parses segments until the limits of the batch are reached or the time is over. Errors while the process stops are ignored:
   * they say nothing about the plugin.
   */
  private async readSegments(
    loaded: LoadedWebhook,
    pending: readonly PendingSegment[],
    limits: BatchLimits,
  ): Promise<Pick<WebhookRead, 'segments' | 'unavailable'>> {
    const end = performance.now() + TIME_SLICE;
    const reader = await this.readerOf(loaded, pending);
    const segments: ReadSegment[] = [];
    for (const segment of pending) {
      if (limits.isReached || performance.now() > end) break;
      limits.beginSegment();
      const deliveries: ReadDelivery[] = [];
      for (let from = 0; from < segment.deliveries.length; from += reader.concurrency) {
        if (limits.isReached) await limits.waitForMemory();
        if (this.isStopping()) return { segments };
        const some = segment.deliveries.slice(from, from + reader.concurrency);
        const { excess } = limits;
        const reading = excess ? some.map(() => excess) : reader.read(some, segment);
        const read = reading instanceof Promise ? await reading : reading;
        if ('error' in read) return this.isStopping() ? { segments } : { segments, unavailable: read };
        some.forEach(({ delivery_id, delivery }, at) => {
          const alarms = read[at] ?? [];
          limits.add(alarms);
          deliveries.push({ delivery_id, delivery, alarms, late: segment.late });
        });
      }
      segments.push({ segment_id: segment.segment_id, deliveries });
    }
    return { segments };
  }

  private async readerOf(loaded: LoadedWebhook, pending: readonly PendingSegment[]): Promise<DeliveryReader> {
    const { plugin, webhook } = loaded;
    if (isAsync(plugin)) {
      const known = await this.log.poisonCandidates(webhook);
      const reader = new RemoteReader(loaded, this.cache, known, pending);
      await reader.probe();
      return reader;
    }
    return this.isolation.isFor(pending)
      ? new SandboxedReader(loaded, this.isolation)
      : new InProcessReader(loaded);
  }
}
