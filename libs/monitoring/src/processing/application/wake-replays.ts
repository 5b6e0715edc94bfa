import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { ReplayQueue } from './ports/replay-queue.js';
import { ReplayRepository } from './ports/replay-repository.js';

/** Wakes up a worker if replays of any domain are due and their wake-ups were lost, or their worker crashed. */
@Injectable()
export class WakeReplays {
  constructor(
    private readonly replays: ReplayRepository,
    private readonly queue: ReplayQueue,
  ) {}

  @Every(500)
  async execute(): Promise<void> {
    const overdue = await this.replays.findOverdue();
    if (overdue !== undefined) await this.queue.wake(overdue);
  }
}
