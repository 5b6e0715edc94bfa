import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { SubscriptionNotifier } from './ports/subscription-notifier.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 5_000;

/** Periodically writes notifications about subscriptions that keep failing, for the other subscriptions of the domain. */
@Injectable()
export class WatchSubscriptions {
  constructor(
    private readonly notifier: SubscriptionNotifier,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    if ((await this.notifier.notify()) > 0) this.sender.wake();
  }
}
