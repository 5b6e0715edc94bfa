import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isAsync, type AnyPlugin } from '#senders/plugin-api/plugin.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { PluginRegistry } from '#senders/registry.js';
import { getLogMessage, getErrorMessage } from '#shared/kernel/error-message.js';
import { formatId } from '#shared/kernel/ids.js';
import { Mutex } from '#shared/kernel/mutex.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { PoisonCandidate } from '../domain/poison-candidate.js';
import {
  BatchReader,
  type Batch,
  type WebhookGroup,
  type ParsedWebhook,
  BatchLimits,
} from './parsing/batch-reader.js';
import { CrashIsolation } from './parsing/delivery-parser.js';
import { ProcessingLog } from './ports/processing-log.js';
import { ProcessingCounters } from './processing-counters.js';
import {
  WebhookScheduler,
  type SchedulerLane,
  type SliceResult,
  type ScheduledWebhook,
} from './scheduler/webhook-scheduler.js';
import { SenderVerification } from './sender-verification.js';
import { WebhookLog } from './webhook-log.js';
import { BatchWriter } from './writing/batch-writer.js';

const LANES = {
  /** While the database writes the batch of one slice, plugins parse in another. */
  fast: { slices: 3, slicesPerDomain: 3, webhooksPerSlice: 100 },
  /** Plugins that do not answer must leave slices to the other webhooks. */
  slow: { slices: 64, slicesPerDomain: 16, webhooksPerSlice: 1 },
};
/** A slice of the fast lane ends after so many milliseconds or batches, whichever comes first. */
const TIME_SLICE_MS = 1_000;
const MAX_BATCHES = 4;
const EMPTY_BATCH: Batch = { parsedWebhooks: [], isTruncated: false, otherLane: [], deferred: [] };

/**
 * Processes the pending deliveries of these webhooks into events. Each webhook acts in its own domain. Returns the webhooks that
 * were not done when the time was over.
 */
export class ProcessDeliveries extends Command<readonly string[]> {
  constructor(
    readonly webhook_uuids: readonly string[],
    /** Milliseconds. A backlog of hours must not keep the worker from all other webhooks. */
    readonly timeLimitMs = Number.POSITIVE_INFINITY,
  ) {
    super();
  }
}

interface Progress {
  readonly lane: SchedulerLane;
  readonly remaining: Map<string, SchedulerLane>;
  readonly deferred: Set<string>;
}

/** Processes webhooks in time slices. The caller waits for the fast lane; the slow lane runs beside it, and nobody waits. */
@CommandHandler(ProcessDeliveries)
export class ProcessDeliveriesHandler
  implements ICommandHandler<ProcessDeliveries>, BeforeApplicationShutdown
{
  private readonly logger = new Logger('ProcessDeliveries');
  private readonly scheduler = new WebhookScheduler(LANES, (lane, uuids) => this.runSlice(lane, uuids));
  private readonly memoryLocks = { fast: new Mutex(), slow: new Mutex() };
  private readonly webhooks: WebhookLoader;
  private readonly reader: BatchReader;
  private readonly writer: BatchWriter;

  constructor(
    private readonly log: ProcessingLog,
    webhooks: WebhookDirectory,
    plugins: PluginRegistry,
    senders: SenderVerification,
    private readonly counters: ProcessingCounters,
    private readonly isolation: CrashIsolation,
  ) {
    this.webhooks = new WebhookLoader(webhooks, plugins, senders);
    this.reader = new BatchReader(log, counters, isolation, () => this.scheduler.isStopped);
    this.writer = new BatchWriter(log, counters, senders);
  }

  async execute({ webhook_uuids, timeLimitMs }: ProcessDeliveries): Promise<readonly string[]> {
    return timeLimitMs > 0
      ? this.scheduler.run(await this.webhooks.resolveDomains(webhook_uuids), timeLimitMs)
      : webhook_uuids;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.scheduler.stop();
  }

  private async runSlice(lane: SchedulerLane, uuids: readonly string[]): Promise<SliceResult> {
    const progress: Progress = { lane, remaining: new Map(), deferred: new Set() };
    await this.isolation.refresh();
    await this.processGroup(await this.load(uuids, progress), progress);
    return progress;
  }

  /** Loads the webhooks again for each slice: a webhook or its plugin may have changed since the previous one. */
  private async load(uuids: readonly string[], { lane, remaining }: Progress): Promise<WebhookGroup> {
    const group: WebhookGroup = new Map();
    for (const webhook of await this.webhooks.load(uuids)) {
      try {
        const plugin = this.webhooks.findPlugin(webhook);
        if (plugin === undefined) continue;
        if (lane === 'fast' && isAsync(plugin)) remaining.set(webhook.uuid, 'slow');
        else group.set(webhook.uuid, { webhook, plugin });
      } catch (error) {
        await this.postpone(webhook, error);
      }
    }
    return group;
  }

  private async processGroup(group: WebhookGroup, progress: Progress): Promise<void> {
    try {
      if (group.size > 0) await this.processBatches(group, progress);
    } catch (error) {
      for (const uuid of group.keys()) progress.remaining.delete(uuid);
      const [first, ...others] = group.values();
      if (others.length === 0 || this.isDatabaseUnavailable(error)) {
        if (first !== undefined) await this.postpone(first.webhook, error);
        return;
      }
      // Either one webhook fails or all do. Each is processed by itself, so that a failure affects only its own webhook.
      for (const entry of group) await this.processGroup(new Map([entry]), progress);
    }
  }

  /** Parses the next batch while the database writes this one, unless this one has reached the memory limit of a batch. */
  private async processBatches(group: WebhookGroup, progress: Progress): Promise<void> {
    const { lane } = progress;
    const end = performance.now() + TIME_SLICE_MS;
    const limits: BatchLimits[] = [];
    const readBatch = async (previous: readonly ParsedWebhook[] | undefined) => {
      const batchLimits = new BatchLimits(this.memoryLocks[lane]);
      limits.push(batchLimits);
      const positions = previous?.map(({ webhook: { uuid, domain_id }, after }) => ({
        uuid,
        domain_id,
        after,
      }));
      const all = [...group.values()].map(({ webhook }) => webhook);
      return { limits: batchLimits, ...(await this.reader.read(group, positions ?? all, batchLimits, lane)) };
    };
    try {
      let batch = await readBatch(undefined);
      for (const uuid of batch.deferred) {
        group.delete(uuid);
        progress.deferred.add(uuid);
        progress.remaining.set(uuid, lane);
      }
      for (let n = 1; batch.parsedWebhooks.length + batch.otherLane.length > 0; n += 1) {
        for (const uuid of batch.otherLane) progress.remaining.set(uuid, lane === 'fast' ? 'slow' : 'fast');
        const nonEmpty = batch.parsedWebhooks.filter(({ segments }) => segments.length > 0);
        const isSliceOver = !batch.isTruncated || n === MAX_BATCHES || performance.now() > end;
        const isLast = isSliceOver || lane === 'slow' || progress.deferred.size > 0 || nonEmpty.length === 0;
        const prefetched = isLast || batch.limits.isReached ? undefined : readBatch(nonEmpty);
        prefetched?.catch(() => undefined);
        const committed = await this.write(batch.parsedWebhooks, progress);
        batch.limits.release();
        const next = prefetched ?? (isLast ? { limits: batch.limits, ...EMPTY_BATCH } : readBatch(nonEmpty));
        const { parsedWebhooks, ...rest } = await next;
        batch = {
          ...rest,
          parsedWebhooks: parsedWebhooks.filter(({ webhook }) => committed.has(webhook.uuid)),
        };
      }
    } finally {
      for (const one of limits) one.release();
    }
  }

  /** @returns the webhooks that were committed; each is read once more for deliveries that arrived since */
  private async write(
    reads: readonly ParsedWebhook[],
    { lane, remaining }: Progress,
  ): Promise<ReadonlySet<string>> {
    const results = await this.writer.write(reads);
    for (const { webhook, unavailable } of reads) {
      const isBusy = results.get(webhook.uuid) === 'busy';
      if (isBusy || unavailable) remaining.delete(webhook.uuid);
      else remaining.set(webhook.uuid, lane);
      if (unavailable && !isBusy) await this.postpone(webhook, unavailable.error, unavailable.candidates);
    }
    return new Set([...results].flatMap(([uuid, result]) => (result === 'committed' ? [uuid] : [])));
  }

  /**
   * Postpones a webhook after an error, unless the database is unavailable. No webhook is at fault then: the next sweep retries
   * it at once, whereas the pauses of many webhooks would outlast the outage.
   */
  private async postpone(
    webhook: AdmittedWebhook,
    error: unknown,
    candidates?: readonly PoisonCandidate[],
  ): Promise<void> {
    const { webhook_id, domain_id: domain } = webhook;
    this.counters.failures += 1;
    if (this.isDatabaseUnavailable(error)) {
      this.logger.warn(`the database is unavailable; the sweep tries again: ${getLogMessage(error)}`, {
        domain,
      });
      return;
    }
    if (error instanceof PluginUnavailableError)
      this.logger.warn(`processing of the webhook is paused: ${getLogMessage(error)}`, {
        webhook_id,
        domain,
      });
    else this.logger.error(getLogMessage(error), { webhook_id, domain });
    await this.log.postpone(webhook, getErrorMessage(error), candidates).catch(() => undefined);
  }

  /** An unavailable plugin may have failed with the same network errors, so it is excluded first. */
  private isDatabaseUnavailable(error: unknown): boolean {
    return !(error instanceof PluginUnavailableError) && this.log.isDatabaseUnavailable(error);
  }
}

const MAX_DOMAINS = 50_000;

class WebhookLoader {
  private readonly log = new WebhookLog('ProcessDeliveries');
  /** By webhook. A webhook never changes its domain. */
  private readonly domains = new Map<string, string>();

  constructor(
    private readonly webhooks: WebhookDirectory,
    private readonly plugins: PluginRegistry,
    private readonly senders: SenderVerification,
  ) {}

  /** Returns the domains of webhooks for the scheduler. Webhooks that cannot be loaded are left out. */
  async resolveDomains(uuids: readonly string[]): Promise<readonly ScheduledWebhook[]> {
    if (this.domains.size > MAX_DOMAINS) this.domains.clear();
    const unknown = uuids.filter((uuid) => !this.domains.has(uuid));
    if (unknown.length > 0)
      for (const { uuid, domain_id } of await this.load(unknown)) this.domains.set(uuid, domain_id);
    return [...new Set(uuids)].flatMap((uuid) => {
      const domain_id = this.domains.get(uuid);
      return domain_id === undefined ? [] : [{ uuid, domain_id }];
    });
  }

  load(uuids: readonly string[]): Promise<readonly AdmittedWebhook[]> {
    return this.webhooks.loadEach(uuids, (uuid, error) =>
      this.log.error(getLogMessage(error), { webhook_id: formatId('webhook', uuid) }),
    );
  }

  /** Returns `undefined` if this process does not have the plugin: the webhook is left to another worker. */
  findPlugin(webhook: AdmittedWebhook): AnyPlugin | undefined {
    const { webhook_id, domain_id: domain, plugin_id, plugin_version } = webhook;
    const found = this.plugins.find(plugin_id, plugin_version);
    if (found !== undefined) return this.senders.wrapPlugin(webhook, found);
    const message = `this worker does not have plugin ${plugin_id} ${plugin_version}: the webhook is left to a worker that has it`;
    this.log.warn(message, { webhook_id, domain });
    return undefined;
  }
}
