import { Command } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { EscalationChanges, NewEscalation } from '../domain/escalation.js';

export type EscalationToCreate = Omit<NewEscalation, 'domain_id' | 'project_id' | 'created_by'> & {
  readonly project_id?: string | undefined;
};

export interface CreatedEscalation {
  readonly escalation_id: string;
}

/** Creates a policy. It takes effect for alerts that open, or change their severity, from then on. */
export class CreateEscalation extends Command<CreatedEscalation> {
  constructor(
    readonly scope: Scope,
    readonly escalation: EscalationToCreate,
  ) {
    super();
  }
}

/** Changes the given fields of a policy. Running escalations keep the version with which they began. */
export class UpdateEscalation extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly escalation_id: string,
    readonly changes: EscalationChanges,
  ) {
    super();
  }
}

/** Deletes a policy. What runs by it ends, and the timelines of these alerts say so. */
export class DeleteEscalation extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly escalation_id: string,
  ) {
    super();
  }
}
