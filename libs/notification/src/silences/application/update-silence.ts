import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import type { Scope } from '#shared/kernel/scope.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import type { SilenceChanges } from '../domain/silence.js';
import { SilenceRepository } from './ports/silence-repository.js';

/** Changes the given fields of a silence. What it no longer silences is sent. */
export class UpdateSilence extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly silence_id: string,
    readonly changes: SilenceChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateSilence)
export class UpdateSilenceHandler implements ICommandHandler<UpdateSilence> {
  constructor(
    private readonly silences: SilenceRepository,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, silence_id, changes }: UpdateSilence): Promise<void> {
    // Conditions can be checked without the stored ones, because each is valid or not by itself.
    const { filter = [], filter_or = [] } = changes;
    await checkFilter(this.queries, scope.domain_id, null, { filter, filter_or });
    await this.silences.change(scope, silence_id, (silence, now) => silence.update(changes, now));
  }
}
