import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  CloseAlerts,
  ConfirmSenders,
  FindBacklog,
  FoldLedger,
  FoldRollUp,
  ProcessDeliveries,
  UpgradePlugins,
  WakeReplays,
  WakeVerifications,
} from '#monitoring';

/** What waited a second is found within one and a half. */
const EVERY_MS = 500;
const FOLD_EVERY_MS = 60_000;
const CLOSE_EVERY_MS = 10_000;
const CONFIRM_EVERY_MS = 2_000;
const UPGRADE_EVERY_MS = 5_000;
const WEBHOOKS_AT_A_TIME = 500;
/** Milliseconds for these, so that a worker with a long backlog stops when it is told to. */
const TIME_PER_SWEEP = 5_000;

/**
 * Finds the work for which no wake-up came. Timers in each worker: what schedules inside the queue is lost with it.
 * Each kind of work has its own, so that a long backlog keeps nothing else waiting.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Sweep');
  private readonly stop = new AbortController();
  private loops: Promise<void>[] = [];

  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  onApplicationBootstrap(): void {
    this.loops = [
      this.repeat(() => this.commands.execute(new WakeVerifications())),
      this.repeat(() => this.commands.execute(new WakeReplays())),
      this.repeat(() => this.processBacklog()),
      this.repeat(() => this.commands.execute(new CloseAlerts()), CLOSE_EVERY_MS),
      this.repeat(() => this.commands.execute(new ConfirmSenders()), CONFIRM_EVERY_MS),
      this.repeat(() => this.commands.execute(new FoldRollUp()), FOLD_EVERY_MS),
      this.repeat(() => this.commands.execute(new FoldLedger()), FOLD_EVERY_MS),
      this.repeat(() => this.commands.execute(new UpgradePlugins()), UPGRADE_EVERY_MS),
    ];
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.loops);
  }

  /** Without a pause between them: thousands may have lost their wake-ups at once. */
  private async processBacklog(): Promise<void> {
    for (let isMore = true; isMore && !this.stop.signal.aborted;) {
      const found = await this.queries.execute(new FindBacklog(WEBHOOKS_AT_A_TIME));
      const { webhook_uuids } = found;
      // Looking costs too much to go on with it where there is nothing to do.
      isMore = found.isMore && webhook_uuids.length > 0;
      if (webhook_uuids.length > 0)
        await this.commands.execute(new ProcessDeliveries(webhook_uuids, TIME_PER_SWEEP));
    }
  }

  private async repeat(work: () => Promise<unknown>, everyMs = EVERY_MS): Promise<void> {
    while (await this.pause(everyMs)) {
      try {
        await work();
      } catch (error) {
        this.logger.warn('to be swept again', error);
      }
    }
  }

  /** `false` once there is to be no other round. */
  private async pause(milliseconds: number): Promise<boolean> {
    const { signal } = this.stop;
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }
}
