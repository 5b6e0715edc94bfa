import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { ChangeFanOut } from './ports/change-fan-out.js';
import { SendNotifications } from './send-notifications.js';

/** Milliseconds. */
const LOOK_EVERY = 50;
const LOOK_ANYHOW_EVERY = 1_000;
/** What was written may be committed, or on disk, only a while later. */
const LOOK_AGAIN_FOR = 2_000;

/** Looks for changes of alerts and has them sent. Without subscriptions it costs one cheap statement at a time. */
@Injectable()
export class FanOutChanges {
  private latest = '';
  private busyUntil = 0;
  private ranAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly fanOut: ChangeFanOut,
    private readonly sender: SendNotifications,
  ) {}

  @Every(LOOK_EVERY)
  async execute(): Promise<void> {
    if (!(await this.fanOut.isNeeded())) return;
    const latest = await this.fanOut.latest();
    const now = performance.now();
    if (latest !== this.latest) this.busyUntil = now + LOOK_AGAIN_FOR;
    this.latest = latest;
    if (now > this.busyUntil && now - this.ranAt < LOOK_ANYHOW_EVERY) return;
    this.ranAt = now;
    for (let isMore = true; isMore;) {
      const round = await this.fanOut.run();
      isMore = round.isMore;
      if (round.made > 0) this.sender.wake();
    }
  }
}
