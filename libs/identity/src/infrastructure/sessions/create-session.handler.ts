import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import { newUuid } from '#shared/kernel/ids.js';
import { scopeOf, type Caller, type Scope } from '#shared/kernel/scope.js';
import {
  CreateSession,
  type CreatedSession,
  type SignIn,
} from '../../application/commands/create-session.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { Authenticate } from '../../application/queries/authenticate.js';
import { sessionInfo } from '../../application/queries/session-info.js';
import { SESSION_LASTS, type Session } from '../../domain/session.js';
import { holderOf, type Holder } from '../holder.js';
import { Holders } from '../holders.js';
import { AuthenticateHandler } from '../queries/authenticate.handler.js';
import { SessionCookies, SignInTokens } from '../sealed-tokens.js';

@CommandHandler(CreateSession)
export class CreateSessionHandler implements ICommandHandler<CreateSession> {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly keys: AuthenticateHandler,
    private readonly holders: Holders,
    private readonly tokens: SignInTokens,
    private readonly cookies: SessionCookies,
    private readonly clock: Clock,
  ) {}

  async execute({ signIn, origin }: CreateSession): Promise<CreatedSession | undefined> {
    const found = await this.holderIn(signIn);
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

  private async holderIn(
    signIn: SignIn,
  ): Promise<{ readonly holder: Holder; readonly sign_in_id: string | null } | undefined> {
    if ('api_key' in signIn) {
      const caller = await this.keys.execute(new Authenticate(signIn.api_key));
      if (caller === undefined) return undefined;
      return { holder: holderOf(scopeOf(caller, signIn.domain_id), signIn.api_key), sign_in_id: null };
    }
    const grant = this.tokens.open(signIn.sign_in_token);
    if (grant === undefined || grant.expires_at <= this.clock.now().getTime() / 1000) return undefined;
    return { holder: grant, sign_in_id: grant.sign_in_id };
  }
}

function scopeFor(caller: Extract<Caller, { root: false }>, address: string): Scope {
  const origin = { action: 'create_session', api_key_id: caller.api_key_id, address };
  return { ...scopeOf(caller, undefined), origin };
}
