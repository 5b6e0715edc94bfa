import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { SubscriptionWatch } from './ports/subscription-watch.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const EVERY = 5_000;

/** Periodically writes notifications about subscriptions that keep failing, for the other subscriptions of the domain. */
@Injectable()
export class WatchSubscriptions {
  constructor(
    private readonly watch: SubscriptionWatch,
    private readonly sender: SendNotifications,
  ) {}

  @Every(EVERY)
  async execute(): Promise<void> {
    if ((await this.watch.tell()) > 0) this.sender.wake();
  }
}
