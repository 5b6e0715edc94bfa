import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { SilenceRepository } from './ports/silence-repository.js';

/** Ends a silence now. What it silenced is then sent, for alerts that are still open. */
export class ExpireSilence extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly silence_id: string,
  ) {
    super();
  }
}

@CommandHandler(ExpireSilence)
export class ExpireSilenceHandler implements ICommandHandler<ExpireSilence> {
  constructor(private readonly silences: SilenceRepository) {}

  async execute({ scope, silence_id }: ExpireSilence): Promise<void> {
    await this.silences.change(scope, silence_id, (silence, now) => silence.expire(now));
  }
}
