import { isAsync } from '#senders/plugin-api/plugin.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import type { PendingSegment, ProcessingLog, ReadPosition } from '../ports/processing-log.js';
import type { ProcessingCounters } from '../processing-counters.js';
import type { BatchLimits } from '../scheduler/batch-limits.js';
import { AsynchronousReader } from './asynchronous-reader.js';
import type { CrashIsolation } from './crash-isolation.js';
import { InProcessReader } from './in-process-reader.js';
import { SandboxedReader } from './sandboxed-reader.js';
import type { LoadedWebhook, SegmentReader, SegmentsRead } from './segment-reader.js';

/** What was read of one webhook. */
export interface WebhookRead extends SegmentsRead {
  readonly webhook: AdmittedWebhook;
}

/** Webhooks of one domain, by uuid. */
export type Group = Map<string, LoadedWebhook>;

export interface Batch {
  readonly reads: readonly WebhookRead[];
  /** Where to read on, of each webhook that is in it. */
  readonly next: readonly ReadPosition[];
  /** More is pending than there was room for. */
  readonly cut: boolean;
  /** Those that are read in the other kind of slice. */
  readonly others: readonly AdmittedWebhook[];
  /** Those that wait for what other processes hold. */
  readonly held: ReadonlySet<string>;
  readonly limits?: BatchLimits;
}

export const EMPTY_BATCH: Batch = { reads: [], next: [], cut: false, others: [], held: new Set() };

/** Reads what is pending for webhooks of one domain, each with the reader that its plugin and its backlog need. */
export class BatchReader {
  private readonly inProcess = new InProcessReader();
  private readonly asynchronous: AsynchronousReader;

  constructor(
    private readonly log: ProcessingLog,
    private readonly counters: ProcessingCounters,
    private readonly isolation: CrashIsolation,
    private readonly isStopping: () => boolean,
  ) {
    this.asynchronous = new AsynchronousReader(log, isStopping);
  }

  /** @param isSlow whether to read what takes seconds for a delivery, or only what is read in process */
  async read(
    group: Group,
    from: readonly ReadPosition[],
    limits: BatchLimits,
    isSlow: boolean,
  ): Promise<Batch> {
    const { segments: found, cut, held = new Set() } = await this.log.readPending(from);
    const reads: WebhookRead[] = [];
    const next: ReadPosition[] = [];
    const others: AdmittedWebhook[] = [];
    for (const [uuid, pending] of found) {
      const loaded = group.get(uuid);
      if (loaded === undefined || limits.isReached) continue;
      const { webhook } = loaded;
      const reader = this.readerOf(loaded, pending);
      if (isSlow === (reader === this.inProcess)) {
        others.push(webhook);
        continue;
      }
      const begun = performance.now();
      const read = await reader.read(loaded, pending, limits);
      this.counters.parsed(webhook.plugin_id, read.segments, performance.now() - begun);
      reads.push({ webhook, ...read });
      next.push({ uuid, domain_id: webhook.domain_id, after: pending[read.segments.length - 1]?.seq });
    }
    return { reads, next, cut: cut || limits.isReached, others, held, limits };
  }

  private readerOf({ plugin }: LoadedWebhook, pending: readonly PendingSegment[]): SegmentReader {
    const reader = isAsync(plugin) ? this.asynchronous : this.inProcess;
    return this.isolation.isFor(pending)
      ? new SandboxedReader(this.isolation, reader, this.isStopping)
      : reader;
  }
}
