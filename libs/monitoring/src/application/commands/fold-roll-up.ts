import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventRollUp } from '../ports/event-roll-up.js';

/** A turn is short, so that counts are read and written beside it. */
const DELTAS_PER_TURN = 20_000;

/** Folds what processing has counted into the hourly counts. Belongs to no domain. */
export class FoldRollUp extends Command<void> {}

@CommandHandler(FoldRollUp)
export class FoldRollUpHandler implements ICommandHandler<FoldRollUp> {
  constructor(@Inject(EventRollUp) private readonly rollUp: EventRollUp) {}

  async execute(): Promise<void> {
    while ((await this.rollUp.fold(DELTAS_PER_TURN)) === DELTAS_PER_TURN);
  }
}
