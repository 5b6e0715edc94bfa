import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { reasonOf } from '#shared/kernel/message-of.js';
import { PluginUnavailableError, type AnyPlugin } from '../../domain/plugin.js';
import { ReplayLog, type StoredDelivery } from '../ports/replay-log.js';
import { ReplayQueue } from '../ports/replay-queue.js';
import { ReplayRepository, type RunningReplay } from '../ports/replay-repository.js';
import { WakeUp } from '../ports/wake-up.js';
import { WebhookDirectory, type AdmittedWebhook } from '../ports/webhook-directory.js';
import { replayStored } from '../replay-stored.js';
import { SenderChecks } from '../sender-checks.js';

const DELIVERIES_AT_A_TIME = 50;
/** Milliseconds; what is left goes behind whoever else waits. */
const TIME = 5_000;
const MOST_ATTEMPTS = 100;
const LONGEST_PAUSE = 60;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Goes on with a replay, in the domain that its row names. May run twice: what made an event makes no other. */
export class RunReplay extends Command<void> {
  constructor(readonly replay_id: string) {
    super();
  }
}

@CommandHandler(RunReplay)
export class RunReplayHandler implements ICommandHandler<RunReplay> {
  constructor(
    @Inject(ReplayRepository) private readonly replays: ReplayRepository,
    @Inject(ReplayQueue) private readonly queue: ReplayQueue,
    @Inject(ReplayLog) private readonly log: ReplayLog,
    @Inject(WebhookDirectory) private readonly webhooks: WebhookDirectory,
    @Inject(SenderChecks) private readonly senders: SenderChecks,
    @Inject(WakeUp) private readonly wakeUp: WakeUp,
  ) {}

  async execute({ replay_id }: RunReplay): Promise<void> {
    const replay = await this.replays.begin(replay_id);
    if (replay === undefined) return;
    try {
      await this.run(replay);
    } catch (error) {
      const reason = reasonOf(error);
      if (replay.attempts >= MOST_ATTEMPTS) await this.replays.finish(replay_id, 'FAILED', reason);
      else await this.replays.putBack(replay_id, Math.min(2 ** replay.attempts, LONGEST_PAUSE), reason);
      if (!(error instanceof PluginUnavailableError)) throw error;
    }
  }

  private async run(replay: RunningReplay): Promise<void> {
    const { replay_id, webhook_uuid } = replay;
    if (replay.total_count === null) await this.replays.count(replay_id, await this.totalOf(replay));
    let { in_log, after: last } = replay;
    for (const end = performance.now() + TIME; performance.now() < end;) {
      const webhook = (await this.webhooks.load([webhook_uuid])).get(webhook_uuid);
      const plugin = webhook && this.senders.storedPluginOf(webhook);
      if (!webhook) return this.replays.finish(replay_id, 'FAILED', 'The webhook is gone');
      if (!plugin) throw new Error(`plugin ${webhook.plugin_id} ${webhook.plugin_version} is not here`);
      const range = { ...replay, in_log, after: last };
      const { deliveries, after } = await this.log.page(range, DELIVERIES_AT_A_TIME);
      if (after === undefined) {
        if (in_log || replay.quarantined_only) return this.replays.finish(replay_id, 'DONE');
        in_log = true;
        last = FIRST;
        continue;
      }
      try {
        await this.replayAll(webhook, plugin, range, deliveries);
      } finally {
        // A worker that found the webhook locked meanwhile relies on us to look once more.
        this.wakeUp.deliveriesArrived([webhook_uuid]);
      }
      await this.replays.advance(replay_id, { in_log, after });
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
    webhook: AdmittedWebhook,
    plugin: AnyPlugin,
    { replay_id, in_log }: RunningReplay,
    deliveries: readonly StoredDelivery[],
  ): Promise<void> {
    const extent = in_log ? 'unmade' : 'quarantined';
    for (const stored of deliveries) {
      await replayStored(this.log, webhook, plugin, stored, extent, { step: { replay_id, in_log } });
    }
  }
}
