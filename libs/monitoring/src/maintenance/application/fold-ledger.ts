import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LedgerBook } from './ports/ledger-book.js';

/** A turn is short, so that the ledger is read and written beside it. */
const DELTAS_PER_TURN = 20_000;

/** Folds what accepting and processing have counted into the days of the ledger. Belongs to no domain. */
export class FoldLedger extends Command<void> {}

@CommandHandler(FoldLedger)
export class FoldLedgerHandler implements ICommandHandler<FoldLedger> {
  constructor(@Inject(LedgerBook) private readonly book: LedgerBook) {}

  async execute(): Promise<void> {
    while ((await this.book.fold(DELTAS_PER_TURN)) === DELTAS_PER_TURN);
  }
}
