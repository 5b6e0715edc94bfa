import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { QuarantineNotifier } from './ports/quarantine-notifier.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 5_000;

/** Periodically writes notifications about webhooks whose deliveries cannot be parsed. */
@Injectable()
export class WatchQuarantine {
  constructor(
    private readonly notifier: QuarantineNotifier,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    if ((await this.notifier.notify()) > 0) this.sender.wake();
  }
}
