import { Inject, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { messageOf, reasonOf } from '#shared/kernel/message-of.js';
import { isAsync, PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import { PluginRegistry } from '#senders/registry.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { PoisonCandidate } from '../domain/poison-candidate.js';
import { ProcessingLog, type ReadPosition } from './ports/processing-log.js';
import { ProcessingCounters } from './processing-counters.js';
import { BatchReader, EMPTY_BATCH, type Batch, type Group } from './reading/batch-reader.js';
import { CrashIsolation } from './reading/crash-isolation.js';
import type { LoadedWebhook } from './reading/segment-reader.js';
import { BatchLimits, Mutex } from './scheduler/batch-limits.js';
import { LoadWebhooks } from './scheduler/load-webhooks.js';
import { WebhookScheduler, type Preempt } from './scheduler/webhook-scheduler.js';
import { SenderVerification } from './sender-verification.js';
import { BatchWriter } from './writing/batch-writer.js';

/** While the database writes the batch of one slice, plugins read in another. */
const IN_PROCESS = { slices: 3, webhooksPerSlice: 100 };
/** Those whose plugins do not answer must leave room for the others. */
const SLOW = { slices: 64, webhooksPerSlice: 1, webhooksPerDomain: 16 };
/** Milliseconds after which a slice begins with no other domain. */
const TIME_SLICE = 1_000;
/** Of a domain in a slice; a slow webhook has one. */
const MOST_BATCHES = 4;

/**
 * Turns the deliveries that wait for these webhooks into events. Each webhook acts in its own domain. Returns the
 * webhooks that were not done when the time was over.
 */
export class ProcessDeliveries extends Command<readonly string[]> {
  constructor(
    readonly webhook_uuids: readonly string[],
    /** Milliseconds; whoever has a backlog of hours must not keep a worker from everyone else. */
    readonly time = Number.POSITIVE_INFINITY,
  ) {
    super();
  }
}

/** Those that run together until they have more to do, are done, or are postponed. */
interface Slice {
  /** Its webhooks take seconds for a delivery: an asynchronous plugin, or the sandbox. */
  readonly isSlow: boolean;
  readonly preempt: Preempt;
  readonly more: Set<string>;
}

/**
 * Webhooks whose plugins parse in process share slices that the caller waits for. Slow ones have slices of their own beside
 * them, which nobody waits for.
 */
@CommandHandler(ProcessDeliveries)
export class ProcessDeliveriesHandler
  implements ICommandHandler<ProcessDeliveries>, BeforeApplicationShutdown
{
  private readonly logger = new Logger('ProcessDeliveries');
  private readonly inProcess = new WebhookScheduler(IN_PROCESS, (uuids, preempt) =>
    this.runSlice(uuids, { isSlow: false, preempt, more: new Set() }),
  );
  private readonly slow = new WebhookScheduler(SLOW, (uuids, preempt) =>
    this.runSlice(uuids, { isSlow: true, preempt, more: new Set() }),
  );
  private readonly memory = new Mutex();
  private readonly webhooks: LoadWebhooks;
  private readonly reader: BatchReader;
  private readonly writer: BatchWriter;

  constructor(
    @Inject(ProcessingLog) private readonly log: ProcessingLog,
    @Inject(WebhookDirectory) webhooks: WebhookDirectory,
    @Inject(PluginRegistry) plugins: PluginRegistry,
    @Inject(SenderVerification) senders: SenderVerification,
    @Inject(ProcessingCounters) private readonly counters: ProcessingCounters,
    @Inject(CrashIsolation) private readonly isolation: CrashIsolation,
  ) {
    this.webhooks = new LoadWebhooks(webhooks, plugins, senders, this.logger);
    this.reader = new BatchReader(log, counters, isolation, () => this.slow.isStopped);
    this.writer = new BatchWriter(log, counters, senders);
  }

  execute({ webhook_uuids, time }: ProcessDeliveries): Promise<readonly string[]> {
    return this.inProcess.run(webhook_uuids, time);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.slow.stop();
  }

  private async runSlice(uuids: readonly string[], slice: Slice): Promise<ReadonlySet<string>> {
    await this.isolation.refresh();
    const loaded = await this.load(uuids, slice);
    const end = performance.now() + TIME_SLICE;
    for (const some of Map.groupBy(loaded, ({ webhook }) => webhook.domain_id).values()) {
      const group: Group = new Map(some.map((one) => [one.webhook.uuid, one]));
      if (performance.now() >= end) slice.preempt([...group.keys()]);
      else await this.processGroup(group, slice);
    }
    return slice.more;
  }

  /** As they are now: since the slice before, a webhook or its plugin may have been changed. */
  private async load(uuids: readonly string[], { isSlow }: Slice): Promise<readonly LoadedWebhook[]> {
    const loaded: LoadedWebhook[] = [];
    for (const webhook of await this.webhooks.load(uuids)) {
      try {
        const plugin = this.webhooks.pluginOf(webhook);
        if (plugin === undefined) continue;
        if (!isSlow && (isAsync(plugin) || this.slow.has(webhook.uuid))) this.slow.schedule(webhook);
        else loaded.push({ webhook, plugin });
      } catch (error) {
        await this.postpone(webhook, error);
      }
    }
    return loaded;
  }

  private async processGroup(group: Group, slice: Slice): Promise<void> {
    try {
      await this.processBatches(group, slice);
    } catch (error) {
      for (const uuid of group.keys()) slice.more.delete(uuid);
      const [first, ...others] = group.values();
      if (others.length === 0 || this.isDatabaseAway(error)) {
        if (first !== undefined) await this.postpone(first.webhook, error);
        return;
      }
      // One of them fails, or all do: each by itself, the others lose nothing.
      for (const one of group) await this.processGroup(new Map([one]), slice);
    }
  }

  private async processBatches(group: Group, slice: Slice): Promise<void> {
    const limits: BatchLimits[] = [];
    const readFrom = async (from: readonly ReadPosition[]) => {
      const ofBatch = new BatchLimits(this.memory);
      limits.push(ofBatch);
      const batch = await this.reader.read(group, from, ofBatch, slice.isSlow);
      // What is no longer slow waits for the next sweep.
      if (!slice.isSlow) for (const webhook of batch.others) this.slow.schedule(webhook);
      return batch;
    };
    try {
      let batch = await readFrom([...group.values()].map(({ webhook }) => webhook));
      if (batch.cut) this.preemptRest(group, batch, slice);
      for (let n = 1; batch.reads.length > 0; n += 1) {
        for (const { uuid } of batch.next) slice.more.add(uuid);
        const { next } = batch;
        const isLast = !batch.cut || n === MOST_BATCHES || slice.isSlow;
        const readOn = async () => (isLast ? EMPTY_BATCH : readFrom(next));
        // The plugins read the next batch while the database writes this one, unless this one takes the memory of both.
        const ahead = batch.limits?.isReached === true ? undefined : readOn();
        ahead?.catch(() => undefined);
        const committed = await this.write(batch, slice);
        const { reads, ...following } = await (ahead ?? readOn());
        batch = {
          ...following,
          reads: reads.filter(({ webhook }) => committed.has(webhook.uuid)),
          next: following.next.filter(({ uuid }) => committed.has(uuid)),
        };
      }
    } finally {
      for (const one of limits) one.release();
    }
  }

  /** Those that the batch had no room for. */
  private preemptRest(group: Group, { next, others, held }: Batch, { preempt }: Slice): void {
    const decided = new Set([...held, ...[...next, ...others].map(({ uuid }) => uuid)]);
    const rest = [...group.keys()].filter((uuid) => !decided.has(uuid));
    for (const uuid of rest) group.delete(uuid);
    preempt(rest);
  }

  /** @returns those that were committed: each of them looks once more for what came since it was read */
  private async write({ reads, limits }: Batch, { more }: Slice): Promise<ReadonlySet<string>> {
    const results = await this.writer.write(reads);
    limits?.release();
    for (const { webhook, unavailable } of reads) {
      const isBusy = results.get(webhook.uuid) === 'busy';
      if (isBusy || unavailable) more.delete(webhook.uuid);
      if (unavailable && !isBusy) await this.postpone(webhook, unavailable.error, unavailable.candidates);
    }
    return new Set([...results].flatMap(([uuid, result]) => (result === 'committed' ? [uuid] : [])));
  }

  /**
   * Nothing more to do until the pause is over. That the database is away is no webhook's fault: the next sweep begins
   * with it again, and the pauses of many webhooks would outlast the outage.
   */
  private async postpone(
    webhook: AdmittedWebhook,
    error: unknown,
    candidates?: readonly PoisonCandidate[],
  ): Promise<void> {
    const { webhook_id, domain_id: domain } = webhook;
    this.counters.failures += 1;
    if (this.isDatabaseAway(error)) {
      this.logger.warn(`to be tried again: ${messageOf(error)}`, { domain });
      return;
    }
    if (error instanceof PluginUnavailableError)
      this.logger.warn(`waits: ${messageOf(error)}`, { webhook_id, domain });
    else this.logger.error(messageOf(error), { webhook_id, domain });
    await this.log.postpone(webhook, reasonOf(error), candidates).catch(() => undefined);
  }

  /** A plugin that is unavailable may have met the same errors of a network. */
  private isDatabaseAway(error: unknown): boolean {
    return !(error instanceof PluginUnavailableError) && this.log.isAway(error);
  }
}
