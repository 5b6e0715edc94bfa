import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { SubscriptionNotifier } from './ports/subscription-notifier.js';
import { Untold } from './ports/untold.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 5_000;

/**
 * Periodically writes notifications about subscriptions that keep failing, for the other subscriptions of the domain, and
 * queues again what those that work again were not told.
 */
@Injectable()
export class WatchSubscriptions {
  constructor(
    private readonly notifier: SubscriptionNotifier,
    private readonly untold: Untold,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    const written = await this.notifier.notify();
    const due = await this.untold.tellAgain();
    if (written + due > 0) this.sender.wake();
  }
}
