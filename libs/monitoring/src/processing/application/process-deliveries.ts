import { Inject, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { messageOf, reasonOf } from '#shared/kernel/message-of.js';
import { isAsync as isLater, PluginUnavailableError, type AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { PoisonCandidate as Suspect } from '../domain/poison-candidate.js';
import { PluginRegistry } from '#senders/registry.js';
import { BatchReader, NOTHING_MORE, type Batch, type Ready } from './batch-reader.js';
import { CarefulReading } from './careful-reading.js';
import { CommitTurns, type ReadTurn } from './commit-turns.js';
import { KeptReadings } from './kept-readings.js';
import { LaterTurns } from './later-turns.js';
import { ProcessingCounters as ProcessingFigures } from './processing-counters.js';
import { readSegmentsLater, type LaterReader } from './read-later.js';
import { ReadyWebhooks } from './ready-webhooks.js';
import { SenderVerification as SenderChecks } from './sender-verification.js';
import { ProcessingLog, type CommitResult, type PendingOf } from './ports/processing-log.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { LargeTurn, TurnBudget } from './turn-budget.js';
import { TurnQueue } from './turn-queue.js';

const BATCHES_PER_TURN = 4;
/** Turns at a time: while the database writes the batch of one, the alarms of another are read. */
const LANES = 3;
/** Webhooks of a turn. What a turn costs whatever is in it is shared by all of them. */
const TOGETHER = 100;
/** Milliseconds after which a turn begins with no other domain. */
const TIME_OF_TURN = 1_000;

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

@CommandHandler(ProcessDeliveries)
export class ProcessDeliveriesHandler
  implements ICommandHandler<ProcessDeliveries>, BeforeApplicationShutdown
{
  private readonly logger = new Logger('ProcessDeliveries');
  private readonly laterTurns = new LaterTurns((uuid) => this.takeLaterTurn(uuid));
  private readonly large = new LargeTurn();
  private readonly keptReadings = new KeptReadings();
  private readonly readyWebhooks: ReadyWebhooks;
  private readonly commits: CommitTurns;
  private readonly batches: BatchReader;
  private readonly turns = new TurnQueue(LANES, TOGETHER, (uuids, giveBack) =>
    this.takeTurn(uuids, giveBack),
  );

  constructor(
    @Inject(ProcessingLog) private readonly log: ProcessingLog,
    @Inject(WebhookDirectory) webhooks: WebhookDirectory,
    @Inject(PluginRegistry) plugins: PluginRegistry,
    @Inject(SenderChecks) private readonly senders: SenderChecks,
    @Inject(ProcessingFigures) private readonly figures: ProcessingFigures,
    @Inject(CarefulReading) private readonly careful: CarefulReading,
  ) {
    this.commits = new CommitTurns(log, figures);
    this.batches = new BatchReader(log, figures, careful, (webhook) => this.laterTurns.start(webhook));
    this.readyWebhooks = new ReadyWebhooks(webhooks, plugins, senders, this.logger);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.laterTurns.stop();
  }

  /** In turns, so that the backlog of one webhook does not make the others wait for its end. */
  execute({ webhook_uuids, time }: ProcessDeliveries): Promise<readonly string[]> {
    return this.turns.run(webhook_uuids, time);
  }

  /** What fails stays pending, and the sweep comes back to it after a pause. */
  private async takeTurn(
    uuids: readonly string[],
    giveBack: (uuids: readonly string[]) => void,
  ): Promise<ReadonlySet<string>> {
    const end = performance.now() + TIME_OF_TURN;
    const again = new Set<string>();
    await this.careful.look();
    const domains = Map.groupBy(await this.makeReady(uuids), ({ webhook }) => webhook.domain_id);
    for (const ready of domains.values()) {
      const group = new Map(ready.map((one) => [one.webhook.uuid, one]));
      if (performance.now() >= end) giveBack([...group.keys()]);
      else for (const uuid of await this.processDomain(group, giveBack)) again.add(uuid);
    }
    return again;
  }

  private async processDomain(
    group: Map<string, Ready>,
    giveBack: (uuids: readonly string[]) => void,
  ): Promise<ReadonlySet<string>> {
    try {
      return await this.process(group, (uuids) => {
        for (const uuid of uuids) group.delete(uuid);
        giveBack(uuids);
      });
    } catch (error) {
      const [only, ...more] = group.values();
      if (more.length > 0 && !this.isOfDatabase(error)) return this.processEach(group);
      if (only !== undefined) await this.postpone(only.webhook, error);
      return new Set();
    }
  }

  /** One of them fails, or all do: each by itself, the others lose nothing. */
  private async processEach(group: ReadonlyMap<string, Ready>): Promise<ReadonlySet<string>> {
    const again = new Set<string>();
    for (const [uuid, ready] of group) {
      try {
        const more = await this.process(new Map([[uuid, ready]]), () => again.add(uuid));
        if (more.has(uuid)) again.add(uuid);
      } catch (error) {
        await this.postpone(ready.webhook, error);
      }
    }
    return again;
  }

  private async makeReady(uuids: readonly string[]): Promise<readonly Ready[]> {
    const ready: Ready[] = [];
    for (const webhook of await this.readyWebhooks.load(uuids)) {
      try {
        const plugin = this.readyWebhooks.pluginOf(webhook);
        if (plugin === undefined) continue;
        if (isLater(plugin) || this.laterTurns.has(webhook)) this.laterTurns.start(webhook);
        else ready.push({ webhook, plugin });
      } catch (error) {
        await this.postpone(webhook, error);
      }
    }
    return ready;
  }

  /** As {@link takeTurn}, by itself: the plugin may take seconds for each delivery. */
  private async takeLaterTurn(uuid: string): Promise<boolean> {
    // As it is now: it may have been changed, or its plugin, since the turn before.
    const [webhook] = await this.readyWebhooks.load([uuid]);
    if (webhook === undefined) return false;
    try {
      const plugin = this.readyWebhooks.pluginOf(webhook);
      return plugin !== undefined && (await this.processLater(webhook, plugin));
    } catch (error) {
      await this.postpone(webhook, error);
      return false;
    }
  }

  private async processLater(webhook: AdmittedWebhook, plugin: AnyPlugin): Promise<boolean> {
    const { uuid } = webhook;
    const { segments: found } = await this.log.readPending([webhook]);
    const pending = found.get(uuid) ?? [];
    if (!isLater(plugin) && !this.careful.isFor(pending)) return false;
    const suspects = pending.length === 0 ? [] : await this.log.suspects(webhook);
    const version = versionOf(webhook);
    const kept = this.keptReadings.take(uuid, version, pending[0]?.segment_id);
    const begun = performance.now();
    const reader: LaterReader = {
      plugin,
      webhook,
      refusal: (one) => this.careful.refusal(webhook, plugin, one),
      isStopping: () => this.laterTurns.stopped,
    };
    const { segments, waiting } = await readSegmentsLater(reader, pending, suspects, kept);
    this.figures.parsed(webhook.plugin_id, segments, performance.now() - begun);
    if (segments.length > 0) {
      const [result] = await this.commit([{ webhook, segments }]);
      if (result === 'busy') return false;
    }
    // What was begun belongs to whoever goes on with it.
    if (this.laterTurns.stopped) return false;
    if (waiting === undefined) return pending.length > 0;
    this.keptReadings.keep(uuid, version, waiting.segment_id, waiting.readings);
    await this.postpone(webhook, waiting.error, waiting.suspects);
    return false;
  }

  /**
   * Nothing more to do until the pause is over. That the database is away is no webhook's fault: the next sweep begins
   * with it again, and the pauses of many webhooks would outlast the outage.
   */
  private async postpone(
    webhook: AdmittedWebhook,
    error: unknown,
    suspects?: readonly Suspect[],
  ): Promise<void> {
    const { webhook_id, domain_id: domain } = webhook;
    this.figures.failures += 1;
    if (this.isOfDatabase(error)) {
      this.logger.warn(`to be tried again: ${messageOf(error)}`, { domain });
      return;
    }
    if (error instanceof PluginUnavailableError)
      this.logger.warn(`waits: ${messageOf(error)}`, { webhook_id, domain });
    else this.logger.error(messageOf(error), { webhook_id, domain });
    await this.log.postpone(webhook, reasonOf(error), suspects).catch(() => undefined);
  }

  /** A plugin that is away may have met the same errors of a network. */
  private isOfDatabase(error: unknown): boolean {
    return !(error instanceof PluginUnavailableError) && this.log.isAway(error);
  }

  /** @returns those that may have more to do */
  private async process(
    group: ReadonlyMap<string, Ready>,
    giveBack: (uuids: readonly string[]) => void,
  ): Promise<ReadonlySet<string>> {
    const budgets: TurnBudget[] = [];
    const read = (from: readonly PendingOf[]) => {
      const budget = new TurnBudget(this.large);
      budgets.push(budget);
      return this.batches.read(group, from, budget);
    };
    try {
      return await this.processBatches(group, giveBack, read);
    } finally {
      for (const budget of budgets) budget.end();
    }
  }

  private async processBatches(
    group: ReadonlyMap<string, Ready>,
    giveBack: (uuids: readonly string[]) => void,
    readOn: (from: readonly PendingOf[]) => Promise<Batch>,
  ): Promise<ReadonlySet<string>> {
    let batch = await readOn([...group.values()].map(({ webhook }) => webhook));
    if (batch.cut) {
      const read = new Set(batch.next.map(({ uuid }) => uuid));
      giveBack([...group.keys()].filter((uuid) => !read.has(uuid) && !batch.leftOut.has(uuid)));
    }
    // What came since it was read may have been left to whoever held the webhook: each of them once more.
    const again = new Set<string>();
    for (let left = BATCHES_PER_TURN; batch.turns.length > 0; left -= 1) {
      const { turns, next, budget } = batch;
      for (const { uuid } of next) again.add(uuid);
      if (left === 0) break;
      // The plugins read the next batch while the database writes this one.
      const goesOn = batch.cut && left > 1;
      const following = async () => (goesOn ? readOn(next) : NOTHING_MORE);
      const ahead = budget?.isSpent === true ? undefined : following();
      ahead?.catch(() => undefined);
      const results = await this.commit(turns);
      budget?.end();
      const committed = new Set<string>();
      turns.forEach(({ webhook: { uuid } }, at) => {
        if (results[at] === 'committed') committed.add(uuid);
        else if (results[at] === 'busy') again.delete(uuid);
      });
      const read = await (ahead ?? following());
      batch = {
        ...read,
        turns: read.turns.filter(({ webhook }) => committed.has(webhook.uuid)),
        next: read.next.filter(({ uuid }) => committed.has(uuid)),
      };
    }
    return again;
  }

  private async commit(turns: readonly ReadTurn[]): Promise<readonly CommitResult[]> {
    for (const { webhook, segments } of turns) await this.senders.noteConfirmations(webhook, segments);
    const [only, ...more] = turns;
    return only !== undefined && more.length === 0
      ? [await this.commits.alone(only)]
      : this.commits.together(turns);
  }
}

/** All that decides what a plugin reads. */
function versionOf({ plugin_version, options, settings }: AdmittedWebhook): string {
  return JSON.stringify([plugin_version, options, settings.signature, settings.default_severity]);
}
