import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { QuotaWatch } from './ports/quota-watch.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const EVERY = 5_000;

/**
 * Periodically writes notifications about quotas that are low or used up. Units that callers consume through the API count as
 * well.
 */
@Injectable()
export class WatchQuotas {
  constructor(
    private readonly watch: QuotaWatch,
    private readonly sender: SendNotifications,
  ) {}

  @Every(EVERY)
  async execute(): Promise<void> {
    if ((await this.watch.tell()) > 0) this.sender.wake();
  }
}
