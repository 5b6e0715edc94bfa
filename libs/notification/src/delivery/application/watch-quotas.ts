import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { QuotaNotifier } from './ports/quota-notifier.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 5_000;

/**
 * Periodically writes notifications about quotas that are low or used up. Units that callers consume through the API count as
 * well.
 */
@Injectable()
export class WatchQuotas {
  constructor(
    private readonly notifier: QuotaNotifier,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    if ((await this.notifier.notify()) > 0) this.sender.wake();
  }
}
