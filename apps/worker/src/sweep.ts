import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindBacklog, ProcessDeliveries } from '#monitoring';
import { Every } from '#shared/schedule/every.decorator.js';

const MAX_WEBHOOKS_PER_ROUND = 500;
/** The query is too expensive to repeat for long when it finds nothing to do, as with tens of thousands of paused webhooks. */
const MAX_EMPTY_ROUNDS = 20;
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
    let emptyRounds = 0;
    for (let isMore = true; isMore && !this.isStopping;) {
      const backlog = await this.queries.execute(new FindBacklog(MAX_WEBHOOKS_PER_ROUND));
      const { webhook_uuids } = backlog;
      emptyRounds = webhook_uuids.length > 0 ? 0 : emptyRounds + 1;
      isMore = backlog.hasMore && emptyRounds < MAX_EMPTY_ROUNDS;
      if (webhook_uuids.length > 0)
        await this.commands.execute(new ProcessDeliveries(webhook_uuids, ROUND_LIMIT_MS));
    }
  }
}
