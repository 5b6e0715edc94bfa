import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RefusalCounter, type Refusal, type RefusedWebhook } from './ports/refusal-counter.js';
import { WebhookDirectory } from './ports/webhook-directory.js';

/** Counts a refused delivery in the health of its webhook. Does not write to the database. */
export class CountRefusal extends Command<void> {
  /** @param webhook its id if the request reached no route, so that nobody looked for the webhook */
  constructor(
    readonly webhook: RefusedWebhook | string,
    readonly refusal: Refusal,
  ) {
    super();
  }
}

/** Lookups that may wait for the database at a time. Nobody waits for them, so the requests do not limit them. */
const MAX_LOOKUPS = 100;

@CommandHandler(CountRefusal)
export class CountRefusalHandler implements ICommandHandler<CountRefusal> {
  private lookups = 0;

  constructor(
    private readonly refusals: RefusalCounter,
    private readonly webhooks: WebhookDirectory,
  ) {}

  async execute({ webhook, refusal }: CountRefusal): Promise<void> {
    if (typeof webhook !== 'string') this.refusals.count(webhook, refusal);
    else if (this.lookups < MAX_LOOKUPS) await this.findAndCount(webhook, refusal);
  }

  private async findAndCount(webhook_id: string, refusal: Refusal): Promise<void> {
    this.lookups += 1;
    try {
      const webhook = await this.webhooks.find(webhook_id);
      if (webhook !== undefined) this.refusals.count(webhook, refusal);
    } catch {
      // The database is unavailable. The sender has its response, and the count is not worth waiting.
    } finally {
      this.lookups -= 1;
    }
  }
}
