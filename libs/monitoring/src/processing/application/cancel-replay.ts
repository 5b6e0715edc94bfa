import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { ReplayRepository } from './ports/replay-repository.js';

/** Ends a replay once the delivery in progress is replayed. Does nothing if the replay has already ended. */
export class CancelReplay extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly replay_id: string,
  ) {
    super();
  }
}

@CommandHandler(CancelReplay)
export class CancelReplayHandler implements ICommandHandler<CancelReplay> {
  constructor(private readonly replays: ReplayRepository) {}

  async execute({ scope, replay_id }: CancelReplay): Promise<void> {
    await this.replays.cancel(scope, replay_id);
  }
}
