import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#shared/kernel/clock.js';
import { scopeOf } from '#shared/kernel/scope.js';
import type { SignIn } from '../../application/commands/create-session.js';
import { Authenticate } from '../../application/queries/authenticate.js';
import { SESSION_LASTS } from '../../domain/session.js';
import { holderOf, type Holder } from '../holder.js';
import { CodeFlow } from '../oidc/code-flow.js';
import { AuthenticateHandler } from '../queries/authenticate.handler.js';
import { SignInAttempts, SignInTokens } from '../sealed-tokens.js';

interface SignedIn {
  readonly holder: Holder;
  /** uuid of the sign-in token or attempt, which can be used once. */
  readonly sign_in_id: string | null;
}

/** Finds the holder of the credentials of a sign-in. */
@Injectable()
export class SignIns {
  constructor(
    private readonly keys: AuthenticateHandler,
    private readonly tokens: SignInTokens,
    private readonly attempts: SignInAttempts,
    @Inject(CodeFlow) private readonly codeFlow: CodeFlow | null,
    private readonly clock: Clock,
  ) {}

  async find(signIn: SignIn): Promise<SignedIn | undefined> {
    if ('api_key' in signIn) {
      const caller = await this.keys.execute(new Authenticate(signIn.api_key));
      if (caller === undefined) return undefined;
      return { holder: holderOf(scopeOf(caller, signIn.domain_id), signIn.api_key), sign_in_id: null };
    }
    if ('attempt' in signIn) return this.findAtIssuer(signIn);
    const grant = this.tokens.open(signIn.sign_in_token);
    if (grant === undefined || grant.expires_at <= this.seconds()) return undefined;
    return { holder: grant, sign_in_id: grant.sign_in_id };
  }

  private async findAtIssuer({
    authorization_response,
    attempt,
  }: Extract<SignIn, { attempt: string }>): Promise<SignedIn | undefined> {
    const opened = this.attempts.open(attempt);
    if (opened === undefined || opened.expires_at <= this.seconds()) return undefined;
    const caller = await this.codeFlow?.finish(authorization_response, opened);
    if (caller === undefined) return undefined;
    // The token may expire within minutes, so it is checked only once and the session has its own lifetime.
    const valid_until = this.seconds() + SESSION_LASTS / 1000;
    return { holder: { domain_id: caller.domain_id, caller, valid_until }, sign_in_id: opened.sign_in_id };
  }

  private seconds(): number {
    return this.clock.now().getTime() / 1000;
  }
}
