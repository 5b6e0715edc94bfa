import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Caller } from '#shared/kernel/scope.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { AuthenticateSession } from '../../application/queries/authenticate-session.js';
import type { Session } from '../../domain/session.js';
import type { TokenHolder } from '../token-holder.js';
import { TokenHolderAuthenticator } from '../token-holder-authenticator.js';
import { SessionCookies } from '../sealed-tokens.js';
import { SessionUses } from './session-uses.js';

export const SESSION_IDLE_MS = Symbol('session idle time');

@QueryHandler(AuthenticateSession)
export class AuthenticateSessionHandler implements IQueryHandler<AuthenticateSession> {
  constructor(
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionRepository,
    private readonly holders: TokenHolderAuthenticator,
    private readonly uses: SessionUses,
    @Inject(SESSION_IDLE_MS) private readonly idleMs: number,
    private readonly clock: Clock,
  ) {}

  async execute({ cookie }: AuthenticateSession): Promise<Caller | undefined> {
    const content = this.cookies.open(cookie);
    const now = this.clock.now();
    const session = content && (await this.findActive(content.session_id, now));
    if (session === undefined || session.expires_at <= now) return undefined;
    const caller = await this.holders.findCaller(toTokenHolder(session), 'ADMIN');
    if (caller !== undefined) this.uses.record(session.session_id, now);
    return caller;
  }

  private async findActive(session_id: string, now: Date): Promise<Session | undefined> {
    const isIdle = ({ last_used_at }: Session) => now.getTime() - last_used_at.getTime() >= this.idleMs;
    const cached = await this.sessions.find(session_id);
    if (cached === undefined || !isIdle(cached)) return cached;
    const current = await this.sessions.findCurrent(session_id);
    return current && !isIdle(current) ? current : undefined;
  }
}

/**
 * Returns the holder of a session. A session of a key refers to the key, because the key may have ended or changed
 * since.
 */
function toTokenHolder({ domain_id, user_id, role, key_digest, expires_at }: Session): TokenHolder {
  if (key_digest !== null) return { domain_id, digest: key_digest };
  const caller = { root: false as const, api_key_id: null, domain_id, user_id, role };
  return { domain_id, caller, valid_until: expires_at.getTime() / 1000 };
}
