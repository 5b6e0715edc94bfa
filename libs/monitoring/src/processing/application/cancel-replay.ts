import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { ReplayRepository } from './ports/replay-repository.js';

/** Ends a replay after the delivery that is being replayed. One that is over stays as it is. */
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
