import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ReplayQueue } from './ports/replay-queue.js';
import { ReplayRepository } from './ports/replay-repository.js';

const AT_A_TIME = 100;

/** Wakes workers again for replays whose wake-up got lost or whose worker is gone, of any domain. */
export class WakeReplays extends Command<void> {}

@CommandHandler(WakeReplays)
export class WakeReplaysHandler implements ICommandHandler<WakeReplays> {
  constructor(
    @Inject(ReplayRepository) private readonly replays: ReplayRepository,
    @Inject(ReplayQueue) private readonly queue: ReplayQueue,
  ) {}

  async execute(): Promise<void> {
    for (const id of await this.replays.findOverdue(AT_A_TIME)) await this.queue.wake(id);
  }
}
