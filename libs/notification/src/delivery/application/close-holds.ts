import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { Holds } from './ports/holds.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two rounds. */
const EVERY = 1_000;

/** Ends the waiting of notifications that are held: they are sent as a digest, or one by one. */
@Injectable()
export class CloseHolds {
  constructor(
    private readonly holds: Holds,
    private readonly sender: SendNotifications,
  ) {}

  @Every(EVERY)
  async execute(): Promise<void> {
    await this.holds.finishDigests();
    if ((await this.holds.close()) > 0) this.sender.wake();
  }
}
