import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { NewSilence, SilenceChanges } from '../domain/silence.js';

export type SilenceToCreate = Omit<NewSilence, 'domain_id' | 'created_by'>;

export interface CreatedSilence {
  readonly silence_id: string;
}

/**
 * Creates a silence. It applies to changes from `starts_at` on, which defaults to now.
 * @param isNumbered its name, which nobody has chosen, gets a number if it is taken
 * @throws ERROR_NOT_UNIQUE if another silence that has not ended has its name
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

/**
 * A change of one silence. Nothing is written if it is in that state already; otherwise the alerts that it silenced are checked
 * again. @throws ERROR_NOT_FOUND
 */
abstract class ChangeSilence extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly silence_id: string,
  ) {
    super();
  }
}

/**
 * Changes the given fields of a silence. What it no longer silences is sent.
 * @throws ERROR_NOT_UNIQUE if it gets the name of another silence that has not ended
 */
export class UpdateSilence extends ChangeSilence {
  constructor(
    scope: Scope,
    silence_id: string,
    readonly changes: SilenceChanges,
  ) {
    super(scope, silence_id);
  }
}

/** Ends a silence now. What it silenced is then sent, for alerts that are still open. */
export class ExpireSilence extends ChangeSilence {}

/** Deletes a silence, which also ends it. */
export class DeleteSilence extends ChangeSilence {}
