import { Inject, Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Caller } from '#shared/kernel/scope.js';
import { LastUseRecorder } from '#shared/platform/persistence/last-use-recorder.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { AuthenticateSession } from '../../application/queries/authenticate.js';
import { GetSession, toSessionInfo, type SessionInfo } from '../../application/queries/session-info.js';
import type { Session } from '../../domain/session.js';
import { SessionCookies } from '../sealed-tokens.js';
import { type TokenHolder, TokenHolderAuthenticator } from '../token-holder.js';
import { storeLastUses } from '../persistence/store-last-uses.js';

export const SESSION_IDLE_MS = Symbol('session idle time');

/** Records when sessions were last used, by their uuid. */
@Injectable()
export class SessionUses extends LastUseRecorder {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  protected store(session_ids: readonly string[], times: readonly Date[]): Promise<unknown> {
    return storeLastUses(this.dataSource, ['session', 'session_id', 'last_used_at'], session_ids, times);
  }
}

@QueryHandler(AuthenticateSession)
export class AuthenticateSessionHandler implements IQueryHandler<AuthenticateSession> {
  constructor(
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionRepository,
    private readonly holders: TokenHolderAuthenticator,
    private readonly uses: SessionUses,
    @Inject(SESSION_IDLE_MS) private readonly idleMs: number,
    private readonly clock: ExpiryClock,
  ) {}

  async execute({ cookie }: AuthenticateSession): Promise<Caller | undefined> {
    const content = this.cookies.open(cookie);
    const session = content && (await this.findActive(content.session_id));
    if (session === undefined || (await this.clock.hasPassed(session.expires_at))) return undefined;
    const caller = await this.holders.findCaller(toTokenHolder(session), 'ADMIN');
    if (caller !== undefined) this.uses.record(session.session_id, await this.clock.now());
    return caller;
  }

  private async findActive(session_id: string): Promise<Session | undefined> {
    const isIdle = ({ last_used_at }: Session) =>
      this.clock.hasPassed(new Date(last_used_at.getTime() + this.idleMs));
    const cached = await this.sessions.find(session_id);
    if (cached === undefined || !(await isIdle(cached))) return cached;
    const current = await this.sessions.findCurrent(session_id);
    return current && !(await isIdle(current)) ? current : undefined;
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
