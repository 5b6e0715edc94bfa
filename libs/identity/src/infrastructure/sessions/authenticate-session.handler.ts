import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Caller } from '#shared/kernel/scope.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { AuthenticateSession } from '../../application/queries/authenticate-session.js';
import type { Session } from '../../domain/session.js';
import type { Holder } from '../holder.js';
import { HolderAuthenticator } from '../holder-authenticator.js';
import { SessionCookies } from '../sealed-tokens.js';

@QueryHandler(AuthenticateSession)
export class AuthenticateSessionHandler implements IQueryHandler<AuthenticateSession> {
  constructor(
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionRepository,
    private readonly holders: HolderAuthenticator,
    private readonly clock: Clock,
  ) {}

  async execute({ cookie }: AuthenticateSession): Promise<Caller | undefined> {
    const content = this.cookies.open(cookie);
    const session = content && (await this.sessions.find(content.session_id));
    if (session === undefined || session.expires_at <= this.clock.now()) return undefined;
    return this.holders.findCaller(toHolder(session), 'ADMIN');
  }
}

/**
 * Returns the holder of a session. A session of a key refers to the key, because the key may have ended or changed
 * since.
 */
function toHolder({ domain_id, user_id, role, key_digest, expires_at }: Session): Holder {
  if (key_digest !== null) return { domain_id, digest: key_digest };
  const caller = { root: false as const, api_key_id: null, domain_id, user_id, role };
  return { domain_id, caller, valid_until: expires_at.getTime() / 1000 };
}
