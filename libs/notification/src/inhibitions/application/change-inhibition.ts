import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { InhibitionChanges, NewInhibition } from '../domain/inhibition.js';

export type InhibitionToCreate = Omit<NewInhibition, 'domain_id' | 'project_id' | 'created_by'> & {
  readonly project_id?: string | undefined;
};

export interface CreatedInhibition {
  readonly inhibition_id: string;
}

/** Creates an inhibition. Alerts that are open now become sources of it. */
export class CreateInhibition extends Command<CreatedInhibition> {
  constructor(
    readonly scope: Scope,
    readonly inhibition: InhibitionToCreate,
  ) {
    super();
  }
}

/**
 * A change of one inhibition. Nothing is written if it is in that state already; otherwise the alerts that it held back are
 * checked again. @throws ERROR_NOT_FOUND
 */
abstract class ChangeInhibition extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly inhibition_id: string,
  ) {
    super();
  }
}

/** Changes the given fields of an inhibition. What it no longer holds back is told. */
export class UpdateInhibition extends ChangeInhibition {
  constructor(
    scope: Scope,
    inhibition_id: string,
    readonly changes: InhibitionChanges,
  ) {
    super(scope, inhibition_id);
  }
}

/** Deletes an inhibition. What it held back is told at once, for alerts that are still open. */
export class DeleteInhibition extends ChangeInhibition {}
