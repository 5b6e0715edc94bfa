import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { QuarantineWatch } from './ports/quarantine-watch.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const EVERY = 5_000;

/** Periodically writes notifications about webhooks whose deliveries cannot be parsed. */
@Injectable()
export class WatchQuarantine {
  constructor(
    private readonly watch: QuarantineWatch,
    private readonly sender: SendNotifications,
  ) {}

  @Every(EVERY)
  async execute(): Promise<void> {
    if ((await this.watch.tell()) > 0) this.sender.wake();
  }
}
