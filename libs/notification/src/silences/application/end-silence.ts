import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { SilenceRepository } from './ports/silence-repository.js';

abstract class EndSilence extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly silence_id: string,
  ) {
    super();
  }
}

/** Ends a silence now. What it silenced is then sent, for alerts that are still open. */
export class ExpireSilence extends EndSilence {}

/** Deletes a silence, which also ends it. */
export class DeleteSilence extends EndSilence {}

@CommandHandler(ExpireSilence)
export class ExpireSilenceHandler implements ICommandHandler<ExpireSilence> {
  constructor(private readonly silences: SilenceRepository) {}

  async execute({ scope, silence_id }: ExpireSilence): Promise<void> {
    await this.silences.change(scope, silence_id, (silence, now) => silence.expire(now));
  }
}

@CommandHandler(DeleteSilence)
export class DeleteSilenceHandler implements ICommandHandler<DeleteSilence> {
  constructor(private readonly silences: SilenceRepository) {}

  async execute({ scope, silence_id }: DeleteSilence): Promise<void> {
    await this.silences.change(scope, silence_id, (silence, now) => silence.delete(now));
  }
}
