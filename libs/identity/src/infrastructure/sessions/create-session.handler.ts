import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import { newUuid } from '#shared/kernel/ids.js';
import { scopeOf, type Caller, type Scope } from '#shared/kernel/scope.js';
import { CreateSession, type CreatedSession } from '../../application/commands/create-session.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { sessionInfo } from '../../application/queries/session-info.js';
import { SESSION_LASTS, type Session } from '../../domain/session.js';
import { Holders } from '../holders.js';
import { SessionCookies } from '../sealed-tokens.js';
import { SignIns } from './sign-ins.js';

@CommandHandler(CreateSession)
export class CreateSessionHandler implements ICommandHandler<CreateSession> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly signIns: SignIns,
    private readonly holders: Holders,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
  ) {}

  async execute({ signIn, origin }: CreateSession): Promise<CreatedSession | undefined> {
    const found = await this.signIns.find(signIn);
    const caller = found && (await this.holders.callerOf(found.holder, 'ADMIN'));
    if (found === undefined || caller === undefined || caller.root) return undefined;
    const now = this.clock.now();
    const { digest = null, valid_until } = found.holder;
    const lasts = now.getTime() + SESSION_LASTS;
    const session: Session = {
      ...origin,
      session_id: newUuid(now),
      domain_id: caller.domain_id,
      user_id: caller.user_id,
      role: caller.role,
      api_key_id: caller.api_key_id,
      key_digest: digest,
      sign_in_id: found.sign_in_id,
      created_at: now,
      expires_at: new Date(Math.min(lasts, valid_until === undefined ? lasts : valid_until * 1000)),
    };
    if (!(await this.sessions.add(scopeFor(caller, origin.address), session))) return undefined;
    return {
      session: sessionInfo(session),
      cookie: this.cookies.seal({ session_id: session.session_id }),
    };
  }
}

function scopeFor(caller: Extract<Caller, { root: false }>, address: string): Scope {
  const origin = { action: 'create_session', api_key_id: caller.api_key_id, address };
  return { ...scopeOf(caller, undefined), origin };
}
