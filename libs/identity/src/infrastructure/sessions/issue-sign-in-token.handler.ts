import { randomUUID } from 'node:crypto';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import { IssueSignInToken, type SignInTokenInfo } from '../../application/queries/issue-sign-in-token.js';
import { createHolder } from '../holder.js';
import { SignInTokens } from '../sealed-tokens.js';

/** Seconds. */
const LIFETIME_SECONDS = 600;

@QueryHandler(IssueSignInToken)
export class IssueSignInTokenHandler implements IQueryHandler<IssueSignInToken> {
  constructor(
    private readonly tokens: SignInTokens,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, key }: IssueSignInToken): Promise<SignInTokenInfo> {
    const expires_at = Math.floor(this.clock.now().getTime() / 1000) + LIFETIME_SECONDS;
    const token = this.tokens.seal({ sign_in_id: randomUUID(), expires_at, ...createHolder(scope, key) });
    return { token, expires_at: new Date(expires_at * 1000).toISOString() };
  }
}
