import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { InhibitionRepository } from './ports/inhibition-repository.js';

/** Deletes an inhibition. What it held back is told at once, for alerts that are still open. */
export class DeleteInhibition extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly inhibition_id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteInhibition)
export class DeleteInhibitionHandler implements ICommandHandler<DeleteInhibition> {
  constructor(private readonly inhibitions: InhibitionRepository) {}

  async execute({ scope, inhibition_id }: DeleteInhibition): Promise<void> {
    await this.inhibitions.change(scope, inhibition_id, (inhibition, now) => inhibition.delete(now));
  }
}
