import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import {
  DEFAULT_TERMS,
  isHeartbeatName,
  NAME_REQUIREMENT,
  normalizeTerms,
  TERM_CHECKS,
  type HeartbeatTerms,
} from '../domain/heartbeat-terms.js';
import { HeartbeatRepository } from './ports/heartbeat-repository.js';

export type TermChanges = { readonly [Name in keyof HeartbeatTerms]?: HeartbeatTerms[Name] | undefined };

/** Creates a heartbeat, or changes the given terms of an existing one. */
export class PutHeartbeat extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
    readonly name: string,
    readonly changes: TermChanges,
  ) {
    super();
  }
}

@CommandHandler(PutHeartbeat)
export class PutHeartbeatHandler implements ICommandHandler<PutHeartbeat> {
  constructor(private readonly heartbeats: HeartbeatRepository) {}

  async execute({ scope, webhook_id, name, changes }: PutHeartbeat): Promise<void> {
    if (!isHeartbeatName(name)) throw DomainError.invalid('name', NAME_REQUIREMENT);
    const definedChanges = Object.entries(changes).filter(([, value]) => value !== undefined);
    for (const [field, value] of definedChanges) {
      const reason = TERM_CHECKS[field as keyof HeartbeatTerms](value);
      if (reason !== undefined) throw DomainError.invalid(field, reason);
    }
    await this.heartbeats.put(scope, webhook_id, name, (current) => {
      if (current === undefined && changes.expect_every === undefined)
        throw DomainError.required('expect_every');
      return normalizeTerms({ ...(current ?? DEFAULT_TERMS), ...Object.fromEntries(definedChanges) });
    });
  }
}
