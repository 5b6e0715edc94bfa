import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { LOWEST_UUID } from '#shared/kernel/ids.js';
import { getErrorMessage } from '#shared/kernel/error-message.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { WakeUp } from '../../intake/application/ports/delivery-log.js';
import { ReplayLog, ReplayEndedError, WebhookGoneError, type DeliveryToReplay } from './ports/replay-log.js';
import { ReplayQueue, ReplayRepository, type RunningReplay } from './ports/replay-repository.js';
import { ReplayLoader, type ReplayTarget, replayStored } from './replay-stored.js';

const PAGE_SIZE = 50;
/** Milliseconds per run. Then it is the turn of another domain. */
const TIME_LIMIT_MS = 5_000;
const MAX_ATTEMPTS = 100;
export const MAX_PAUSE_SECONDS = 60;

/**
 * Continues the next replay, in the domain of its row; domains take turns. Idempotent: an alarm that made an event makes no
 * second one.
 */
export class RunReplay extends Command<void> {}

@CommandHandler(RunReplay)
export class RunReplayHandler implements ICommandHandler<RunReplay> {
  private lastDomain = '';

  constructor(
    private readonly replays: ReplayRepository,
    private readonly queue: ReplayQueue,
    private readonly log: ReplayLog,
    private readonly loader: ReplayLoader,
    private readonly wakeUp: WakeUp,
  ) {}

  async execute(): Promise<void> {
    const replay = await this.replays.acquireNext(this.lastDomain);
    if (replay === undefined) return;
    const { replay_id, domain_id } = replay;
    this.lastDomain = domain_id;
    try {
      await this.run(replay);
    } catch (error) {
      if (error instanceof ReplayEndedError) return;
      const reason = getErrorMessage(error);
      if (error instanceof WebhookGoneError) {
        await this.replays.finish(replay_id, 'FAILED', reason);
        return;
      }
      const isUnavailable =
        this.log.isDatabaseUnavailable(error) && !(error instanceof PluginUnavailableError);
      // The replay is not at fault: it is never given up for this, and is retried soon.
      if (isUnavailable) await this.replays.release(replay_id, 1, reason);
      else if (replay.attempts >= MAX_ATTEMPTS) await this.replays.finish(replay_id, 'FAILED', reason);
      else await this.replays.release(replay_id, Math.min(2 ** replay.attempts, MAX_PAUSE_SECONDS), reason);
      if (!(error instanceof PluginUnavailableError)) throw error;
    } finally {
      // This replay may go on, or others of the webhook waited for it.
      await this.queue.wake(replay_id);
    }
  }

  private async run(replay: RunningReplay): Promise<void> {
    const { replay_id, webhook_uuid } = replay;
    if (replay.total_count === null)
      await this.replays.setTotalCount(replay_id, await this.countTotal(replay));
    let { in_log, after: last } = replay;
    for (const end = performance.now() + TIME_LIMIT_MS; performance.now() < end;) {
      const target = await this.loader.load(webhook_uuid);
      const range = { ...replay, in_log, after: last };
      const { deliveries, after } = await this.log.readPage(range, PAGE_SIZE);
      if (after === undefined) {
        if (in_log || replay.quarantined_only) return this.replays.finish(replay_id, 'DONE');
        in_log = true;
        last = LOWEST_UUID;
        continue;
      }
      try {
        await this.replayPage(target, range, deliveries);
      } finally {
        // A worker that found the webhook locked relies on the holder of the lock to look again.
        this.wakeUp.signalDeliveries([webhook_uuid]);
      }
      if (!(await this.replays.advance(replay_id, { in_log, after }))) return;
      last = after;
    }
    await this.replays.release(replay_id, 0);
  }

  private async countTotal(replay: RunningReplay): Promise<number> {
    const quarantined = await this.log.count(replay);
    if (replay.quarantined_only) return quarantined;
    return quarantined + (await this.log.count({ ...replay, in_log: true }));
  }

  private async replayPage(
    target: ReplayTarget,
    { replay_id, in_log }: RunningReplay,
    deliveries: readonly DeliveryToReplay[],
  ): Promise<void> {
    const extent = in_log ? 'unmade' : 'quarantined';
    for (const stored of deliveries) {
      const refusal = await this.loader.detectCrash(target, stored, extent);
      const origin = { step: { replay_id, in_log } };
      await replayStored(this.log, target, stored, extent, origin, refusal);
    }
  }
}

/** Wakes up a worker if replays of any domain are due and their wake-ups were lost, or their worker crashed. */
@Injectable()
export class WakeReplays {
  constructor(
    private readonly replays: ReplayRepository,
    private readonly queue: ReplayQueue,
  ) {}

  @Every(500)
  async execute(): Promise<void> {
    const overdue = await this.replays.findOverdue();
    if (overdue !== undefined) await this.queue.wake(overdue);
  }
}
