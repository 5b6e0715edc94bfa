import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { newUuid } from '#shared/kernel/ids.js';
import { createScope, type Caller, type Scope } from '#shared/kernel/scope.js';
import { CreateSession, type CreatedSession } from '../../application/commands/create-session.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { toSessionInfo } from '../../application/queries/session-info.js';
import { SESSION_LIFETIME_MS, type Session } from '../../domain/session.js';
import { TokenHolderAuthenticator } from '../token-holder.js';
import { SessionCookies } from '../sealed-tokens.js';
import { SignInVerifier } from './sign-in-verifier.js';

@CommandHandler(CreateSession)
export class CreateSessionHandler implements ICommandHandler<CreateSession> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly signIns: SignInVerifier,
    private readonly holders: TokenHolderAuthenticator,
    private readonly cookies: SessionCookies,
    private readonly clock: ExpiryClock,
  ) {}

  async execute({ signIn, origin }: CreateSession): Promise<CreatedSession | undefined> {
    const verified = await this.signIns.verify(signIn);
    const caller = verified && (await this.holders.findCaller(verified.holder, 'ADMIN'));
    if (verified === undefined || caller === undefined || caller.root) return undefined;
    const now = await this.clock.now();
    const { digest = null, valid_until } = verified.holder;
    const maxExpiry = now.getTime() + SESSION_LIFETIME_MS;
    const session: Session = {
      ...origin,
      session_id: newUuid(now),
      domain_id: caller.domain_id,
      user_id: caller.user_id,
      role: caller.role,
      api_key_id: caller.api_key_id,
      key_digest: digest,
      sign_in_id: verified.sign_in_id,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(Math.min(maxExpiry, valid_until === undefined ? maxExpiry : valid_until * 1000)),
    };
    if (!(await this.sessions.add(createSessionScope(caller, origin.address), session))) return undefined;
    return {
      session: toSessionInfo(session),
      cookie: this.cookies.seal({ session_id: session.session_id }),
    };
  }
}

function createSessionScope(caller: Extract<Caller, { root: false }>, address: string): Scope {
  const origin = { action: 'create_session', api_key_id: caller.api_key_id, address };
  return { ...createScope(caller, undefined), origin };
}
