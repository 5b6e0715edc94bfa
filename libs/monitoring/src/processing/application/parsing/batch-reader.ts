import { isAsync } from '#senders/plugin-api/plugin.js';
import type { Mutex } from '#shared/kernel/mutex.js';
import { LARGE_BODY_BYTES } from '../../../intake/domain/delivery.js';
import { countCharacters, type ParsedAlarm } from '../../domain/parse-alarms.js';
import type { ParsedDelivery, ParsedSegment } from '../../domain/process-batch.js';
import type { PendingSegment, ProcessingLog, ReadPosition } from '../ports/processing-log.js';
import type { ProcessingCounters } from '../processing-counters.js';
import type { SchedulerLane } from '../scheduler/webhook-scheduler.js';
import {
  SandboxedParser,
  type CrashIsolation,
  InProcessParser,
  type DeliveryParser,
  type LoadedWebhook,
  type ParseFailure,
} from './delivery-parser.js';
import { ParseCache, RemoteParser } from './remote-parser.js';

const MAX_ALARMS = 10_000;
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** A segment is written as a whole. Its bodies have 1 MiB together, unless a single one is larger. */
const MAX_SEGMENT_CHARACTERS = 24 * 1024 * 1024;

const SEGMENT_OVERFLOW: readonly ParsedAlarm[] = [
  {
    kind: 'unreadable',
    reason: `the alarms of this delivery and those written down with it hold more than ${MAX_SEGMENT_CHARACTERS} characters together: a replay reads it by itself`,
  },
];

/** Bounds what a batch holds in memory and writes in one transaction, whatever the plugins make of its deliveries. */
export class BatchLimits {
  private alarms = 0;
  private characters = 0;
  private segmentCharacters = 0;
  private unlock: (() => void) | undefined;
  private isReleased = false;

  /** @param mutex held by the one batch that may exceed its limits */
  constructor(private readonly mutex: Mutex) {}

  beginSegment(): void {
    this.segmentCharacters = 0;
  }

  add(alarms: readonly ParsedAlarm[]): void {
    this.alarms += alarms.length;
    let characters = 0;
    for (const one of alarms) if (one.kind === 'alarm') characters += countCharacters(one.alarm);
    this.characters += characters;
    this.segmentCharacters += characters;
  }

  get isReached(): boolean {
    return this.alarms >= MAX_ALARMS || this.characters >= MAX_CHARACTERS;
  }

  /** The outcome of deliveries that exceed the limit of a segment. */
  get excessOutcome(): readonly ParsedAlarm[] | undefined {
    return this.segmentCharacters > MAX_SEGMENT_CHARACTERS ? SEGMENT_OVERFLOW : undefined;
  }

  /** Waits, before the rest of a segment is parsed, until no other batch exceeds its limits. */
  async waitForMemory(): Promise<void> {
    if (this.characters >= MAX_CHARACTERS) await this.lock();
  }

  /** Waits, before a large body is parsed, until no other batch holds one: parsed, it takes many times its size. */
  async waitForLargeBody(): Promise<void> {
    await this.lock();
  }

  private async lock(): Promise<void> {
    if (this.unlock !== undefined) return;
    this.unlock = await this.mutex.lock();
    if (this.isReleased) this.unlock();
  }

  /** Called when the batch is written or given up. */
  release(): void {
    this.isReleased = true;
    this.unlock?.();
  }
}

/** Milliseconds of parsing per webhook, after which the batch is written. The rest belongs to a later batch. */
const TIME_SLICE_MS = 2_000;

/** The oldest pending segments of one webhook. Each segment is complete. */
export interface ParsedWebhook extends LoadedWebhook {
  readonly segments: readonly ParsedSegment[];
  /** Position of the last of these segments. */
  readonly after: string | undefined;
  /** Why the next segment cannot be parsed now. */
  readonly unavailable?: ParseFailure | undefined;
}

/** Webhooks of one domain, by uuid. */
export type WebhookGroup = Map<string, LoadedWebhook>;

export interface Batch {
  readonly parsedWebhooks: readonly ParsedWebhook[];
  /** More segments are pending than fit into the batch. */
  readonly isTruncated: boolean;
  /** Webhooks that belong to the other lane. */
  readonly otherLane: readonly string[];
  /** Webhooks that did not fit into the batch. */
  readonly deferred: readonly string[];
}

export class BatchReader {
  private readonly cache = new ParseCache();

  constructor(
    private readonly log: ProcessingLog,
    private readonly counters: ProcessingCounters,
    private readonly isolation: CrashIsolation,
    private readonly isStopping: () => boolean,
  ) {}

  async read(
    group: WebhookGroup,
    from: readonly ReadPosition[],
    limits: BatchLimits,
    lane: SchedulerLane,
  ): Promise<Batch> {
    const pendingBatch = await this.log.readPending(from);
    const parsedWebhooks: ParsedWebhook[] = [];
    const otherLane: string[] = [];
    const unread = new Set(from.map(({ uuid }) => uuid)).difference(pendingBatch.blocked ?? new Set());
    for (const [uuid, pending] of pendingBatch.segments) {
      const loaded = group.get(uuid);
      if (loaded === undefined || limits.isReached) continue;
      unread.delete(uuid);
      const isSlow = isAsync(loaded.plugin) || this.isolation.isRequired(pending);
      if (isSlow !== (lane === 'slow')) {
        otherLane.push(uuid);
        continue;
      }
      const startedAt = performance.now();
      const parsed = await this.parseSegments(loaded, pending, limits);
      this.counters.recordParsed(loaded.webhook.plugin_id, parsed.segments, performance.now() - startedAt);
      parsedWebhooks.push({ ...loaded, ...parsed, after: pending[parsed.segments.length - 1]?.seq });
    }
    const isTruncated = pendingBatch.isTruncated || limits.isReached;
    return { parsedWebhooks, isTruncated, otherLane, deferred: isTruncated ? [...unread] : [] };
  }

  /**
   * Parses segments until the limits of the batch are reached or the time is over. Errors while the process stops are ignored:
   * they say nothing about the plugin.
   */
  private async parseSegments(
    loaded: LoadedWebhook,
    pending: readonly PendingSegment[],
    limits: BatchLimits,
  ): Promise<Pick<ParsedWebhook, 'segments' | 'unavailable'>> {
    const end = performance.now() + TIME_SLICE_MS;
    const parser = await this.createParser(loaded, pending);
    const segments: ParsedSegment[] = [];
    for (const segment of pending) {
      if (limits.isReached || performance.now() > end) break;
      limits.beginSegment();
      const deliveries: ParsedDelivery[] = [];
      for (let from = 0; from < segment.deliveries.length; from += parser.concurrency) {
        const chunk = segment.deliveries.slice(from, from + parser.concurrency);
        if (limits.isReached) await limits.waitForMemory();
        if (chunk.some(({ delivery }) => delivery.body.length > LARGE_BODY_BYTES))
          await limits.waitForLargeBody();
        if (this.isStopping()) return { segments };
        const { excessOutcome } = limits;
        const result = excessOutcome ? chunk.map(() => excessOutcome) : parser.parse(chunk, segment);
        const results = result instanceof Promise ? await result : result;
        if ('error' in results) return this.isStopping() ? { segments } : { segments, unavailable: results };
        chunk.forEach(({ delivery_id, delivery }, at) => {
          const alarms = results[at] ?? [];
          limits.add(alarms);
          deliveries.push({ delivery_id, delivery, alarms, late: segment.late });
        });
      }
      segments.push({ segment_id: segment.segment_id, deliveries });
    }
    return { segments };
  }

  private async createParser(
    loaded: LoadedWebhook,
    pending: readonly PendingSegment[],
  ): Promise<DeliveryParser> {
    const { plugin, webhook } = loaded;
    if (isAsync(plugin)) {
      const knownCandidates = await this.log.findPoisonCandidates(webhook);
      const parser = new RemoteParser(loaded, this.cache, knownCandidates, pending);
      await parser.probe();
      return parser;
    }
    return this.isolation.isRequired(pending)
      ? new SandboxedParser(loaded, this.isolation)
      : new InProcessParser(loaded);
  }
}
