import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { messageOf, reasonOf } from '#shared/kernel/message-of.js';
import { isAsync, PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { PoisonCandidate } from '../domain/poison-candidate.js';
import { ProcessingLog } from './ports/processing-log.js';
import { ProcessingCounters } from './processing-counters.js';
import { BatchReader, type Batch, type Group, type WebhookRead } from './reading/batch-reader.js';
import { CrashIsolation } from './reading/crash-isolation.js';
import { BatchLimits, Mutex } from './scheduler/batch-limits.js';
import { LoadWebhooks } from './scheduler/load-webhooks.js';
import { WebhookScheduler, type Lane, type SliceResult } from './scheduler/webhook-scheduler.js';
import { SenderVerification } from './sender-verification.js';
import { BatchWriter } from './writing/batch-writer.js';

const LANES = {
  /** While the database writes the batch of one slice, plugins parse in another. */
  fast: { slices: 3, slicesPerDomain: 3, webhooksPerSlice: 100 },
  /** Plugins that do not answer must leave slices to the other webhooks. */
  slow: { slices: 64, slicesPerDomain: 16, webhooksPerSlice: 1 },
};
/** A slice of the fast lane ends after so many milliseconds or batches, whichever comes first. */
const TIME_SLICE = 1_000;
const MOST_BATCHES = 4;
const NO_BATCH: Batch = { reads: [], cut: false, others: [], leftOut: [] };

/**
 * Processes the pending deliveries of these webhooks into events. Each webhook acts in its own domain. Returns the webhooks that
 * were not done when the time was over.
 */
export class ProcessDeliveries extends Command<readonly string[]> {
  constructor(
    readonly webhook_uuids: readonly string[],
    /** Milliseconds. A backlog of hours must not keep the worker from all other webhooks. */
    readonly time = Number.POSITIVE_INFINITY,
  ) {
    super();
  }
}

interface Progress {
  readonly lane: Lane;
  readonly more: Map<string, Lane>;
  readonly leftOut: Set<string>;
}

/** Processes webhooks in time slices. The caller waits for the fast lane; the slow lane runs beside it, and nobody waits. */
@CommandHandler(ProcessDeliveries)
export class ProcessDeliveriesHandler
  implements ICommandHandler<ProcessDeliveries>, BeforeApplicationShutdown
{
  private readonly logger = new Logger('ProcessDeliveries');
  private readonly scheduler = new WebhookScheduler(LANES, (lane, uuids) => this.runSlice(lane, uuids));
  private readonly memory = { fast: new Mutex(), slow: new Mutex() };
  private readonly webhooks: LoadWebhooks;
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
    this.webhooks = new LoadWebhooks(webhooks, plugins, senders, this.logger);
    this.reader = new BatchReader(log, counters, isolation, () => this.scheduler.isStopped);
    this.writer = new BatchWriter(log, counters, senders);
  }

  async execute({ webhook_uuids, time }: ProcessDeliveries): Promise<readonly string[]> {
    return time > 0 ? this.scheduler.run(await this.webhooks.scheduled(webhook_uuids), time) : webhook_uuids;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.scheduler.stop();
  }

  private async runSlice(lane: Lane, uuids: readonly string[]): Promise<SliceResult> {
    const progress: Progress = { lane, more: new Map(), leftOut: new Set() };
    await this.isolation.refresh();
    await this.processGroup(await this.load(uuids, progress), progress);
    return progress;
  }

  /** Loads the webhooks again for each slice: a webhook or its plugin may have changed since the previous one. */
  private async load(uuids: readonly string[], { lane, more }: Progress): Promise<Group> {
    const group: Group = new Map();
    for (const webhook of await this.webhooks.load(uuids)) {
      try {
        const plugin = this.webhooks.pluginOf(webhook);
        if (plugin === undefined) continue;
        if (lane === 'fast' && isAsync(plugin)) more.set(webhook.uuid, 'slow');
        else group.set(webhook.uuid, { webhook, plugin });
      } catch (error) {
        await this.postpone(webhook, error);
      }
    }
    return group;
  }

  private async processGroup(group: Group, progress: Progress): Promise<void> {
    try {
      if (group.size > 0) await this.processBatches(group, progress);
    } catch (error) {
      for (const uuid of group.keys()) progress.more.delete(uuid);
      const [first, ...others] = group.values();
      if (others.length === 0 || this.isDatabaseAway(error)) {
        if (first !== undefined) await this.postpone(first.webhook, error);
        return;
      }
      // Either one webhook fails or all do. Each is processed by itself, so that a failure affects only its own webhook.
      for (const one of group) await this.processGroup(new Map([one]), progress);
    }
  }

  /** Parses the next batch while the database writes this one, unless this one has reached the memory limit of a batch. */
  private async processBatches(group: Group, progress: Progress): Promise<void> {
    const { lane } = progress;
    const end = performance.now() + TIME_SLICE;
    const limits: BatchLimits[] = [];
    const read = async (from: readonly WebhookRead[] | undefined) => {
      const ofBatch = new BatchLimits(this.memory[lane]);
      limits.push(ofBatch);
      const positions = from?.map(({ webhook: { uuid, domain_id }, after }) => ({ uuid, domain_id, after }));
      const all = [...group.values()].map(({ webhook }) => webhook);
      return { limits: ofBatch, ...(await this.reader.read(group, positions ?? all, ofBatch, lane)) };
    };
    try {
      let batch = await read(undefined);
      for (const uuid of batch.leftOut) {
        group.delete(uuid);
        progress.leftOut.add(uuid);
        progress.more.set(uuid, lane);
      }
      for (let n = 1; batch.reads.length + batch.others.length > 0; n += 1) {
        for (const uuid of batch.others) progress.more.set(uuid, lane === 'fast' ? 'slow' : 'fast');
        const following = batch.reads.filter(({ segments }) => segments.length > 0);
        const isOver = !batch.cut || n === MOST_BATCHES || performance.now() > end;
        const isLast = isOver || lane === 'slow' || progress.leftOut.size > 0 || following.length === 0;
        const ahead = isLast || batch.limits.isReached ? undefined : read(following);
        ahead?.catch(() => undefined);
        const committed = await this.write(batch.reads, progress);
        batch.limits.release();
        const next = ahead ?? (isLast ? { limits: batch.limits, ...NO_BATCH } : read(following));
        const { reads, ...rest } = await next;
        batch = { ...rest, reads: reads.filter(({ webhook }) => committed.has(webhook.uuid)) };
      }
    } finally {
      for (const one of limits) one.release();
    }
  }

  /** @returns the webhooks that were committed; each is read once more for deliveries that arrived since */
  private async write(reads: readonly WebhookRead[], { lane, more }: Progress): Promise<ReadonlySet<string>> {
    const results = await this.writer.write(reads);
    for (const { webhook, unavailable } of reads) {
      const isBusy = results.get(webhook.uuid) === 'busy';
      if (isBusy || unavailable) more.delete(webhook.uuid);
      else more.set(webhook.uuid, lane);
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
    if (this.isDatabaseAway(error)) {
      this.logger.warn(`the database is unavailable; the sweep tries again: ${messageOf(error)}`, { domain });
      return;
    }
    if (error instanceof PluginUnavailableError)
      this.logger.warn(`processing of the webhook is paused: ${messageOf(error)}`, { webhook_id, domain });
    else this.logger.error(messageOf(error), { webhook_id, domain });
    await this.log.postpone(webhook, reasonOf(error), candidates).catch(() => undefined);
  }

  /** An unavailable plugin may have failed with the same network errors, so it is excluded first. */
  private isDatabaseAway(error: unknown): boolean {
    return !(error instanceof PluginUnavailableError) && this.log.isAway(error);
  }
}
