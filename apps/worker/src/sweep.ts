import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindBacklog, ProcessDeliveries } from '#monitoring';
import { Every } from '#shared/schedule/every.decorator.js';

const WEBHOOKS_AT_A_TIME = 500;
/** Milliseconds for these, so that a worker with a long backlog stops when it is told to. */
const TIME_PER_SWEEP = 5_000;

/** Finds the deliveries for which no wake-up came: what waited a second is found within one and a half. */
@Injectable()
export class Sweep implements OnModuleDestroy {
  private isStopping = false;

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** Without a pause between them: thousands may have lost their wake-ups at once. */
  @Every(500)
  async processBacklog(): Promise<void> {
    for (let isMore = true; isMore && !this.isStopping;) {
      const found = await this.queries.execute(new FindBacklog(WEBHOOKS_AT_A_TIME));
      const { webhook_uuids } = found;
      // Looking costs too much to go on with it where there is nothing to do.
      isMore = found.isMore && webhook_uuids.length > 0;
      if (webhook_uuids.length > 0)
        await this.commands.execute(new ProcessDeliveries(webhook_uuids, TIME_PER_SWEEP));
    }
  }
}
