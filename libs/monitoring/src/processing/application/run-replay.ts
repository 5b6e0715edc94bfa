import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { reasonOf } from '#shared/kernel/message-of.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import { ReplayLog, ReplayOverError, type DeliveryToReplay } from './ports/replay-log.js';
import { ReplayQueue } from './ports/replay-queue.js';
import { ReplayRepository, type RunningReplay } from './ports/replay-repository.js';
import { WakeUp } from '../../intake/application/ports/wake-up.js';
import { ReplayReader, type Replayed } from './replay-reader.js';
import { replayStored } from './replay-stored.js';

const DELIVERIES_AT_A_TIME = 50;
/** Milliseconds per run. The rest of the replay queues behind other jobs. */
const TIME = 5_000;
const MOST_ATTEMPTS = 100;
export const LONGEST_PAUSE = 60;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Continues a replay in the domain of its row. Idempotent: an alarm that made an event makes no second one. */
export class RunReplay extends Command<void> {
  constructor(readonly replay_id: string) {
    super();
  }
}

@CommandHandler(RunReplay)
export class RunReplayHandler implements ICommandHandler<RunReplay> {
  constructor(
    private readonly replays: ReplayRepository,
    private readonly queue: ReplayQueue,
    private readonly log: ReplayLog,
    private readonly reader: ReplayReader,
    private readonly wakeUp: WakeUp,
  ) {}

  async execute({ replay_id }: RunReplay): Promise<void> {
    const replay = await this.replays.begin(replay_id);
    if (replay === undefined) return;
    try {
      await this.run(replay);
    } catch (error) {
      if (error instanceof ReplayOverError) return;
      const reason = reasonOf(error);
      const isAway = this.log.isAway(error) && !(error instanceof PluginUnavailableError);
      // The replay is not at fault: it is never given up for this, and is retried soon.
      if (isAway) await this.replays.putBack(replay_id, 1, reason);
      else if (replay.attempts >= MOST_ATTEMPTS) await this.replays.finish(replay_id, 'FAILED', reason);
      else await this.replays.putBack(replay_id, Math.min(2 ** replay.attempts, LONGEST_PAUSE), reason);
      if (!(error instanceof PluginUnavailableError)) throw error;
    }
  }

  private async run(replay: RunningReplay): Promise<void> {
    const { replay_id, webhook_uuid } = replay;
    if (replay.total_count === null) await this.replays.count(replay_id, await this.totalOf(replay));
    let { in_log, after: last } = replay;
    for (const end = performance.now() + TIME; performance.now() < end;) {
      const replayed = await this.reader.load(webhook_uuid);
      if (!replayed) return this.replays.finish(replay_id, 'FAILED', 'The webhook is gone');
      const range = { ...replay, in_log, after: last };
      const { deliveries, after } = await this.log.page(range, DELIVERIES_AT_A_TIME);
      if (after === undefined) {
        if (in_log || replay.quarantined_only) return this.replays.finish(replay_id, 'DONE');
        in_log = true;
        last = FIRST;
        continue;
      }
      try {
        await this.replayAll(replayed, range, deliveries);
      } finally {
        // A worker that found the webhook locked relies on the holder of the lock to look again.
        this.wakeUp.deliveriesArrived([webhook_uuid]);
      }
      if (!(await this.replays.advance(replay_id, { in_log, after }))) return;
      last = after;
    }
    await this.replays.putBack(replay_id, 0);
    await this.queue.wake(replay_id);
  }

  private async totalOf(replay: RunningReplay): Promise<number> {
    const quarantined = await this.log.count(replay);
    if (replay.quarantined_only) return quarantined;
    return quarantined + (await this.log.count({ ...replay, in_log: true }));
  }

  private async replayAll(
    replayed: Replayed,
    { replay_id, in_log }: RunningReplay,
    deliveries: readonly DeliveryToReplay[],
  ): Promise<void> {
    const extent = in_log ? 'unmade' : 'quarantined';
    for (const stored of deliveries) {
      const refusal = await this.reader.refusal(replayed, stored);
      const wanted = { step: { replay_id, in_log }, refusal };
      await replayStored(this.log, replayed.webhook, replayed.plugin, stored, extent, wanted);
    }
  }
}
