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
} from '../../webhooks/domain/heartbeat-terms.js';
import { HeartbeatRepository } from './ports/heartbeat-repository.js';

export type TermChanges = {
  readonly [Name in keyof HeartbeatTerms]?: NonNullable<HeartbeatTerms[Name]> | undefined;
};

/** Creates a heartbeat, or changes the given terms of an existing one. `expect_every` and `schedule` replace each other. */
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
      requireOneWay(changes, current);
      const given = Object.fromEntries(definedChanges);
      const replaced = changes.expect_every === undefined ? {} : { schedule: null, timezone: null };
      return normalizeTerms({ ...(current ?? DEFAULT_TERMS), ...replaced, ...given });
    });
  }
}

/** A heartbeat waits either for some time, or by a schedule in a time zone. */
function requireOneWay({ expect_every, schedule, timezone }: TermChanges, current?: HeartbeatTerms): void {
  if (expect_every !== undefined && schedule !== undefined)
    throw DomainError.invalid('schedule', 'must not be given with expect_every; leave out one of them');
  if (current === undefined && expect_every === undefined && schedule === undefined)
    throw new DomainError('ERROR_REQUIRED_PARAMETER', 'invalid', 'expect_every or schedule is required', {
      errors: [{ field: 'expect_every', reason: 'is required, unless schedule is given' }],
    });
  const isScheduled = expect_every === undefined && (schedule ?? current?.schedule ?? null) !== null;
  if (timezone !== undefined && !isScheduled)
    throw DomainError.invalid(
      'timezone',
      'is the time zone of a schedule; give schedule too, or leave it out',
    );
}
