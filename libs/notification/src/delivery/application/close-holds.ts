import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { Holds } from './ports/holds.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 1_000;

/** Ends the waiting of notifications that are held: they are sent as a digest, or one by one. */
@Injectable()
export class CloseHolds {
  constructor(
    private readonly holds: Holds,
    private readonly sender: SendNotifications,
  ) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    await this.holds.finishDigests();
    if ((await this.holds.closeDue()) > 0) this.sender.wake();
  }
}
