import { Inject, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { formatId } from '#shared/kernel/ids.js';
import { correlate } from '../../domain/correlate.js';
import { alarmsOf, processBatch, type ProcessedBatch, type ReadSegment } from '../../domain/process-batch.js';
import { readAlarms, type ReadAlarm } from '../../domain/read-alarms.js';
import type { Alarm } from '../../domain/alarm.js';
import { isLater, PluginUnavailableError, type LaterPlugin, type Plugin } from '../../domain/plugin.js';
import type { Suspect } from '../../domain/suspect.js';
import { PluginRegistry } from '../../plugins/plugin-registry.js';
import { findUnstorable } from '../find-unstorable.js';
import { LaterTurns } from '../later-turns.js';
import { ProcessingFigures } from '../processing-figures.js';
import { readSegmentsLater } from '../read-later.js';
import { SenderChecks } from '../sender-checks.js';
import {
  ProcessingLog,
  UnstorableError,
  type CommitResult,
  type PendingSegment,
} from '../ports/processing-log.js';
import { WebhookDirectory, type AdmittedWebhook } from '../ports/webhook-directory.js';

const BATCHES_PER_TURN = 4;
/** Webhooks at a time: while the database writes the batch of one, the alarms of the other are read. */
const LANES = 2;

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
  private readonly laterTurns = new LaterTurns();

  constructor(
    @Inject(ProcessingLog) private readonly log: ProcessingLog,
    @Inject(WebhookDirectory) private readonly webhooks: WebhookDirectory,
    @Inject(PluginRegistry) private readonly plugins: PluginRegistry,
    @Inject(SenderChecks) private readonly senders: SenderChecks,
    @Inject(ProcessingFigures) private readonly figures: ProcessingFigures,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.laterTurns.stop();
  }

  /** In turns, so that the backlog of one webhook does not make the others wait for its end. */
  async execute({ webhook_uuids, time }: ProcessDeliveries): Promise<readonly string[]> {
    const end = performance.now() + time;
    let turns = [...new Set(webhook_uuids)];
    while (turns.length > 0 && performance.now() < end) {
      const known = await this.load(turns);
      const again: string[] = [];
      const lane = async () => {
        for (let webhook = known.shift(); webhook !== undefined; webhook = known.shift()) {
          if (performance.now() >= end || (await this.takeTurn(webhook))) again.push(webhook.uuid);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      turns = again;
    }
    return turns;
  }

  /** Together if possible: one that cannot be loaded must not take the others with it. */
  private async load(uuids: readonly string[]): Promise<AdmittedWebhook[]> {
    try {
      return [...(await this.webhooks.load(uuids)).values()];
    } catch (error) {
      if (uuids.length === 1) {
        const what = error instanceof Error ? error.message : 'unknown error';
        this.logger.error(what, { webhook_id: formatId('webhook', uuids[0] ?? '') });
        return [];
      }
      const each = await Promise.all(uuids.map((uuid) => this.load([uuid])));
      return each.flat();
    }
  }

  /** Whether there is more to do. What fails stays pending, and the sweep comes back to it after a pause. */
  private async takeTurn(webhook: AdmittedWebhook): Promise<boolean> {
    try {
      const found = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
      if (found === undefined) {
        const { webhook_id, domain_id: domain, plugin_id, plugin_version } = webhook;
        this.logger.warn(`left to a worker that has ${plugin_id} ${plugin_version}`, { webhook_id, domain });
        return false;
      }
      const plugin = this.senders.checked(webhook, found);
      if (isLater(plugin)) {
        this.laterTurns.start(webhook.uuid, () => this.takeLaterTurn(webhook, plugin));
        return false;
      }
      return await this.processBatches(webhook, plugin);
    } catch (error) {
      return this.postpone(webhook, error);
    }
  }

  /** As {@link takeTurn}, by itself: the plugin may take seconds for each delivery. */
  private async takeLaterTurn(webhook: AdmittedWebhook, plugin: LaterPlugin): Promise<boolean> {
    try {
      const pending = await this.log.readPending(webhook);
      const isStopping = () => this.laterTurns.stopped;
      const suspects = pending.length === 0 ? [] : await this.log.suspects(webhook);
      const begun = performance.now();
      const reader = { plugin, options: webhook.options, isStopping };
      const { segments, waiting } = await readSegmentsLater(reader, pending, suspects);
      this.figures.parsed(webhook.plugin_id, segments, performance.now() - begun);
      if (segments.length > 0 && (await this.commit(webhook, segments)) === 'busy') return false;
      // What was begun belongs to whoever goes on with it.
      if (this.laterTurns.stopped) return false;
      if (waiting === undefined) return pending.length > 0;
      return this.postpone(webhook, waiting.error, waiting.suspects);
    } catch (error) {
      return this.postpone(webhook, error);
    }
  }

  /** Nothing more to do until the pause is over. */
  private async postpone(
    webhook: AdmittedWebhook,
    error: unknown,
    suspects?: readonly Suspect[],
  ): Promise<false> {
    const { webhook_id, domain_id: domain } = webhook;
    const reason = error instanceof Error ? error.message : 'unknown error';
    this.figures.failures += 1;
    if (error instanceof PluginUnavailableError)
      this.logger.warn(`waits: ${error.logged}`, { webhook_id, domain });
    else this.logger.error(reason, { webhook_id, domain });
    // A database that is away cannot be told either; then whoever finds it again starts with this webhook.
    await this.log.postpone(webhook, reason, suspects).catch(() => undefined);
    return false;
  }

  private async processBatches(webhook: AdmittedWebhook, plugin: Plugin): Promise<boolean> {
    const read = async (after?: string) => {
      const pending = await this.log.readPending(webhook, after);
      const begun = performance.now();
      const segments = readSegments(plugin, webhook, pending);
      this.figures.parsed(webhook.plugin_id, segments, performance.now() - begun);
      return { last: pending.at(-1)?.seq, segments };
    };
    let batch = await read();
    for (let done = 0; done < BATCHES_PER_TURN && batch.segments.length > 0; done += 1) {
      // The plugin reads the next batch while the database writes this one.
      const [result, following] = await Promise.all([this.commit(webhook, batch.segments), read(batch.last)]);
      if (result === 'busy') return false;
      const usable = result === 'committed' && following.segments.length > 0;
      // Nothing followed before the lock was let go: what came since may have been left to us.
      batch = usable ? following : await read();
    }
    return batch.segments.length > 0;
  }

  private async commit(webhook: AdmittedWebhook, segments: readonly ReadSegment[]): Promise<CommitResult> {
    await this.senders.noteConfirmations(webhook, segments);
    const alarms = alarmsOf(segments);
    const ids = segments.map(({ segment_id }) => segment_id);
    const commitWithout = async (refused: ReadonlyMap<string, string>) => {
      const begun = performance.now();
      let batch: ProcessedBatch | undefined;
      const result = await this.log.commit(webhook, ids, alarms, (known) => {
        batch = processBatch(known, segments, webhook.settings.deduplicate, refused);
        return batch;
      });
      if (result === 'committed' && batch !== undefined)
        this.figures.committed(webhook.plugin_id, segments, batch, performance.now() - begun);
      return result;
    };
    try {
      return await commitWithout(new Map());
    } catch (error) {
      if (!(error instanceof UnstorableError)) throw error;
      const refuse = (some: readonly Alarm[]) =>
        commitWithout(new Map(some.map(({ event_id }) => [event_id, `cannot be stored: ${error.message}`])));
      const { deduplicate } = webhook.settings;
      const culprits = await findUnstorable(alarms, (some) =>
        this.log.accepts(webhook, some, (known) => correlate(known, some, deduplicate)),
      );
      if (culprits.length > 0) return refuse(culprits);
      // None by itself, but together they are: in smaller portions, and what cannot be divided all at once.
      if (segments.length === 1) return refuse(alarms);
      const result = await this.commit(webhook, segments.slice(0, Math.ceil(segments.length / 2)));
      return result === 'committed' ? 'changed' : result;
    }
  }
}

function readSegments(
  plugin: Plugin,
  { options }: AdmittedWebhook,
  pending: readonly PendingSegment[],
): ReadSegment[] {
  return pending.map(({ segment_id, late, deliveries }) => ({
    segment_id,
    deliveries: deliveries.map(({ delivery_id, delivery, damage }) => ({
      delivery_id,
      delivery,
      alarms: damaged(damage) ?? readAlarms(plugin, options, delivery_id, delivery, late),
    })),
  }));
}

function damaged(reason: string | undefined): ReadAlarm[] | undefined {
  return reason === undefined ? undefined : [{ kind: 'unreadable', reason }];
}
