import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { getCallerName, type Scope } from '#shared/kernel/scope.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import { Silence, type NewSilence } from '../domain/silence.js';
import { SilenceRepository } from './ports/silence-repository.js';

export type SilenceToCreate = Omit<NewSilence, 'domain_id' | 'created_by'>;

export interface CreatedSilence {
  readonly silence_id: string;
}

/**
 * Creates a silence. It applies to changes from `starts_at` on, which defaults to now.
 * @param isNumbered its name, which nobody has chosen, gets a number if it is taken
 */
export class CreateSilence extends Command<CreatedSilence> {
  constructor(
    readonly scope: Scope,
    readonly silence: SilenceToCreate,
    readonly isNumbered = false,
  ) {
    super();
  }
}

@CommandHandler(CreateSilence)
export class CreateSilenceHandler implements ICommandHandler<CreateSilence> {
  constructor(
    private readonly silences: SilenceRepository,
    private readonly queries: AlertQueries,
  ) {}

  async execute({ scope, silence: given, isNumbered }: CreateSilence): Promise<CreatedSilence> {
    const { domain_id } = scope;
    const { filter, filter_or = [] } = given;
    await checkFilter(this.queries, domain_id, null, { filter, filter_or });
    const created_by = getCallerName(scope);
    const silence_id = await this.silences.add(
      scope,
      (now) => Silence.create({ ...given, domain_id, created_by }, now),
      isNumbered,
    );
    return { silence_id };
  }
}
