import { Injectable } from '@nestjs/common';
import { Every } from '#shared/schedule/every.decorator.js';
import { ReplayQueue } from './ports/replay-queue.js';
import { ReplayRepository } from './ports/replay-repository.js';

const BATCH_SIZE = 100;

/** Wakes up workers for replays, of any domain, whose wake-up was lost or whose worker crashed. */
@Injectable()
export class WakeReplays {
  constructor(
    private readonly replays: ReplayRepository,
    private readonly queue: ReplayQueue,
  ) {}

  @Every(500)
  async execute(): Promise<void> {
    for (const id of await this.replays.findOverdue(BATCH_SIZE)) await this.queue.wake(id);
  }
}
