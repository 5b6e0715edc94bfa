import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RollUp, type RolledUp } from './ports/roll-up.js';

/** A turn is short, so that counts are read and written beside it. */
const DELTAS_PER_TURN = 20_000;
const ALL: readonly RolledUp[] = ['event', 'alert'];

/** Folds what processing has counted into the counts by hour and by day. Belongs to no domain. */
export class FoldRollUp extends Command<void> {}

@CommandHandler(FoldRollUp)
export class FoldRollUpHandler implements ICommandHandler<FoldRollUp> {
  constructor(@Inject(RollUp) private readonly rollUp: RollUp) {}

  async execute(): Promise<void> {
    for (const what of ALL) {
      while ((await this.rollUp.fold(what, DELTAS_PER_TURN)) === DELTAS_PER_TURN);
    }
  }
}
