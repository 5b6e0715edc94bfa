import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { newUuid } from '#shared/kernel/ids.js';
import {
  BeginSignIn,
  type SignInRedirect,
  GetSignInMethods,
  type SignInMethods,
} from '../../application/commands/begin-sign-in.js';
import { CodeFlow } from '../oidc/code-flow.js';
import { SignInAttempts } from '../sealed-tokens.js';

/** Milliseconds within which a sign-in must be finished. */
const LIFETIME_MS = 600_000;

@CommandHandler(BeginSignIn)
export class BeginSignInHandler implements ICommandHandler<BeginSignIn> {
  constructor(
    @Inject(CodeFlow) private readonly codeFlow: CodeFlow | null,
    private readonly attempts: SignInAttempts,
    private readonly clock: ExpiryClock,
  ) {}

  async execute(): Promise<SignInRedirect> {
    if (this.codeFlow === null)
      throw new DomainError(
        'ERROR_NOT_FOUND',
        'not-found',
        'Sign-in at an issuer is not set up (OIDC_CLIENT_ID); sign in with an API key',
      );
    const { url, secrets } = await this.codeFlow.begin();
    const now = await this.clock.now();
    const expires_at = new Date(now.getTime() + LIFETIME_MS);
    const content = { sign_in_id: newUuid(now), expires_at: expires_at.getTime() / 1000, ...secrets };
    return { url, expires_at, attempt: this.attempts.seal(content) };
  }
}

@QueryHandler(GetSignInMethods)
export class GetSignInMethodsHandler implements IQueryHandler<GetSignInMethods> {
  constructor(@Inject(CodeFlow) private readonly codeFlow: CodeFlow | null) {}

  async execute(): Promise<SignInMethods> {
    return { issuer: this.codeFlow?.issuer ?? null };
  }
}
