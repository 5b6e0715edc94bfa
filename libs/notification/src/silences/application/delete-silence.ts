import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { SilenceRepository } from './ports/silence-repository.js';

/** Deletes a silence, which also ends it. */
export class DeleteSilence extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly silence_id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteSilence)
export class DeleteSilenceHandler implements ICommandHandler<DeleteSilence> {
  constructor(private readonly silences: SilenceRepository) {}

  async execute({ scope, silence_id }: DeleteSilence): Promise<void> {
    await this.silences.change(scope, silence_id, (silence, now) => silence.delete(now));
  }
}
