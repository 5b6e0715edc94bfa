import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { SessionRepository } from '../ports/session.repository.js';

/**
 * Ends a session of the caller or, for an administrator, any session of the domain.
 * @throws ERROR_NOT_FOUND
 */
export class EndSession extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly session_id: string,
  ) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(private readonly sessions: SessionRepository) {}

  async execute({ scope, session_id }: EndSession): Promise<void> {
    const ended = await this.sessions.end(scope, parseId('session', session_id), scope.role !== 'ADMIN');
    if (!ended) throw DomainError.notFound('The session', session_id);
  }
}
