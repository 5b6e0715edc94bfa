import { Inject, Injectable } from '@nestjs/common';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { createScope } from '#shared/kernel/scope.js';
import type { SignIn } from '../../application/commands/create-session.js';
import { Authenticate } from '../../application/queries/authenticate.js';
import { SESSION_LIFETIME_MS } from '../../domain/session.js';
import { createTokenHolder, type TokenHolder } from '../token-holder.js';
import { CodeFlow } from '../oidc/code-flow.js';
import { AuthenticateHandler } from '../queries/authenticate.handler.js';
import { SignInAttempts, SignInTokens } from '../sealed-tokens.js';

interface VerifiedSignIn {
  readonly holder: TokenHolder;
  /** uuid of the sign-in token or attempt, which can be used once. */
  readonly sign_in_id: string | null;
}

/** Finds the holder of the credentials of a sign-in. */
@Injectable()
export class SignInVerifier {
  constructor(
    private readonly keys: AuthenticateHandler,
    private readonly tokens: SignInTokens,
    private readonly attempts: SignInAttempts,
    @Inject(CodeFlow) private readonly codeFlow: CodeFlow | null,
    private readonly clock: ExpiryClock,
  ) {}

  async verify(signIn: SignIn): Promise<VerifiedSignIn | undefined> {
    if ('api_key' in signIn) {
      const caller = await this.keys.execute(new Authenticate(signIn.api_key));
      if (caller === undefined) return undefined;
      return {
        holder: createTokenHolder(createScope(caller, signIn.domain_id), signIn.api_key),
        sign_in_id: null,
      };
    }
    if ('attempt' in signIn) return this.verifyAtIssuer(signIn);
    const grant = this.tokens.open(signIn.sign_in_token);
    if (grant === undefined || (await this.hasPassed(grant.expires_at))) return undefined;
    return { holder: grant, sign_in_id: grant.sign_in_id };
  }

  private async verifyAtIssuer({
    authorization_response,
    attempt,
  }: Extract<SignIn, { attempt: string }>): Promise<VerifiedSignIn | undefined> {
    const content = this.attempts.open(attempt);
    if (content === undefined || (await this.hasPassed(content.expires_at))) return undefined;
    const caller = await this.codeFlow?.finish(authorization_response, content);
    if (caller === undefined) return undefined;
    // The token may expire within minutes, so it is checked only once and the session has its own lifetime.
    const valid_until = (await this.clock.now()).getTime() / 1000 + SESSION_LIFETIME_MS / 1000;
    return { holder: { domain_id: caller.domain_id, caller, valid_until }, sign_in_id: content.sign_in_id };
  }

  private hasPassed(seconds: number): Promise<boolean> {
    return this.clock.hasPassed(new Date(seconds * 1000));
  }
}
