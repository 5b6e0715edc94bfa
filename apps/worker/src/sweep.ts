import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindBacklog, ProcessDeliveries } from '#monitoring';
import { Every } from '#shared/schedule/every.decorator.js';

const MAX_WEBHOOKS_PER_ROUND = 500;
/** Milliseconds for one round of webhooks. Without a limit, a worker with a long backlog could not be stopped. */
const ROUND_LIMIT_MS = 5_000;

/** Processes deliveries whose wake-up was lost: those that have waited for a second are found within 0.5 s more. */
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

  /** Runs rounds without a pause until no backlog is left, because thousands of webhooks can lose their wake-ups at once. */
  @Every(500)
  async processBacklog(): Promise<void> {
    for (let isMore = true; isMore && !this.isStopping;) {
      const backlog = await this.queries.execute(new FindBacklog(MAX_WEBHOOKS_PER_ROUND));
      const { webhook_uuids } = backlog;
      // The query is too expensive to repeat when it found nothing to do.
      isMore = backlog.hasMore && webhook_uuids.length > 0;
      if (webhook_uuids.length > 0)
        await this.commands.execute(new ProcessDeliveries(webhook_uuids, ROUND_LIMIT_MS));
    }
  }
}
