import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { GetSession } from '../../application/queries/get-session.js';
import { toSessionInfo, type SessionInfo } from '../../application/queries/session-info.js';
import { SessionCookies } from '../sealed-tokens.js';

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  constructor(
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionRepository,
  ) {}

  async execute({ cookie }: GetSession): Promise<SessionInfo> {
    const content = this.cookies.open(cookie);
    const session = content && (await this.sessions.find(content.session_id));
    if (session === undefined) throw new DomainError('ERROR_NOT_FOUND', 'not-found', 'The session has ended');
    return toSessionInfo(session);
  }
}
