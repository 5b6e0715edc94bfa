import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { ChangeFanOut, type FannedOut } from './ports/change-fan-out.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds between two checks for changes while there are some. */
const LOOK_EVERY = 20;
/** Milliseconds between two checks while there are none. */
const LOOK_IDLE_EVERY = 100;
/** Milliseconds between two reads although no change was found. */
const LOOK_ANYHOW_EVERY = 1_000;
/** Milliseconds to keep looking often. A change may be committed, or be on disk, only some time after it was written. */
const BUSY_FOR = 2_000;

/**
 * Periodically fans out the changes of alerts and wakes the sender. Looks often while changes arrive. Without subscriptions
 * it only asks once a second whether there are any.
 */
@Injectable()
export class FanOutChanges {
  private latest = '';
  private busyUntil = 0;
  private ranAt = Number.NEGATIVE_INFINITY;
  private askedAt = Number.NEGATIVE_INFINITY;
  private needed = false;
  private lookAt = 0;

  constructor(
    private readonly fanOut: ChangeFanOut,
    private readonly sender: SendNotifications,
  ) {}

  @Every(LOOK_EVERY)
  async execute(): Promise<void> {
    const now = performance.now();
    if (now < this.lookAt || !(await this.isNeeded(now))) return;
    const latest = await this.fanOut.latest();
    if (latest !== this.latest) this.busyUntil = now + BUSY_FOR;
    this.latest = latest;
    const isBusy = now < this.busyUntil;
    this.lookAt = isBusy ? now : now + LOOK_IDLE_EVERY;
    if (!isBusy && now - this.ranAt < LOOK_ANYHOW_EVERY) return;
    this.ranAt = now;
    await this.untilDone(() => this.fanOut.run());
  }

  /** Fans out the slow domains, concurrently with the others. */
  @Every(LOOK_IDLE_EVERY)
  async executeSlow(): Promise<void> {
    await this.untilDone(() => this.fanOut.runSlow());
  }

  private async untilDone(run: () => Promise<FannedOut>): Promise<void> {
    for (let isMore = true; isMore;) {
      const round = await run();
      isMore = round.isMore;
      if (round.made > 0) this.sender.wake();
    }
  }

  private async isNeeded(now: number): Promise<boolean> {
    if (now - this.askedAt >= LOOK_ANYHOW_EVERY) {
      this.askedAt = now;
      this.needed = await this.fanOut.isNeeded();
    }
    return this.needed;
  }
}
