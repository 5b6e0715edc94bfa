import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { SubscriptionWatch } from './ports/subscription-watch.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds. */
const EVERY = 5_000;

/** Others are told that somebody cannot be told. */
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
