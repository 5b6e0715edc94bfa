import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { ChangeFanOut } from './change-fan-out.js';
import type { FanOutResult } from './fan-out-round.js';
import { DeliveryCounters, SendNotifications } from '../application/send-notifications.js';

/** Milliseconds between two checks for changes while there are some. */
const BUSY_INTERVAL_MS = 20;
/** Milliseconds between two checks while there are none. */
const IDLE_INTERVAL_MS = 100;
/** Milliseconds between two reads although no change was found. */
const MAX_READ_INTERVAL_MS = 1_000;
/** Milliseconds to keep looking often. A change may be committed, or be on disk, only some time after it was written. */
const BUSY_PERIOD_MS = 2_000;

/**
 * Periodically fans out the changes of alerts and wakes the sender. Looks often while changes arrive. Without subscriptions
 * it only asks once a second whether there are any.
 */
@Injectable()
export class FanOutChanges {
  private latestSequence = '';
  private busyUntil = 0;
  private lastRunAt = Number.NEGATIVE_INFINITY;
  private checkedAt = Number.NEGATIVE_INFINITY;
  private hasSubscriptions = false;
  private nextPollAt = 0;

  constructor(
    private readonly fanOut: ChangeFanOut,
    private readonly sender: SendNotifications,
    private readonly counters: DeliveryCounters,
  ) {}

  @Every(BUSY_INTERVAL_MS)
  async execute(): Promise<void> {
    const now = performance.now();
    if (now < this.nextPollAt || !(await this.isNeeded(now))) return;
    const latestSequence = await this.fanOut.readLatestSequence();
    if (latestSequence !== this.latestSequence) this.busyUntil = now + BUSY_PERIOD_MS;
    this.latestSequence = latestSequence;
    const isBusy = now < this.busyUntil;
    this.nextPollAt = isBusy ? now : now + IDLE_INTERVAL_MS;
    if (!isBusy && now - this.lastRunAt < MAX_READ_INTERVAL_MS) return;
    this.lastRunAt = now;
    await this.runUntilDone(() => this.fanOut.run());
  }

  /** Fans out the slow domains, concurrently with the others. */
  @Every(IDLE_INTERVAL_MS)
  async executeSlow(): Promise<void> {
    await this.runUntilDone(() => this.fanOut.runSlow());
  }

  private async runUntilDone(run: () => Promise<FanOutResult>): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const result = await run();
      hasMore = result.hasMore;
      this.counters.inhibited += result.inhibitedCount;
      if (result.notificationCount > 0) this.sender.wake();
    }
  }

  private async isNeeded(now: number): Promise<boolean> {
    if (now - this.checkedAt >= MAX_READ_INTERVAL_MS) {
      this.checkedAt = now;
      this.hasSubscriptions = await this.fanOut.isNeeded();
    }
    return this.hasSubscriptions;
  }
}
