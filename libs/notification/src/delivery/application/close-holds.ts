import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { Holds } from './ports/holds.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds. */
const EVERY = 1_000;

/** Has those sent together, or one by one again, that wait for it. */
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
