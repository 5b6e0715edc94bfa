import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { NewOnCall, OnCallChanges } from '../domain/on-call.js';

export type OnCallToCreate = Omit<NewOnCall, 'domain_id' | 'created_by'>;

export interface CreatedOnCall {
  readonly on_call_id: string;
}

/** Creates a schedule of who is on call. Its calendar is read soon after. */
export class CreateOnCall extends Command<CreatedOnCall> {
  constructor(
    readonly scope: Scope,
    readonly onCall: OnCallToCreate,
  ) {
    super();
  }
}

/** Changes the given fields of a schedule, which is checked soon after, and its calendar read. */
export class UpdateOnCall extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly on_call_id: string,
    readonly changes: OnCallChanges,
  ) {
    super();
  }
}

/** Deletes a schedule. Nobody is on call by it any more. */
export class DeleteOnCall extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly on_call_id: string,
  ) {
    super();
  }
}
