import { randomUUID } from 'node:crypto';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import { IssueSignInToken, type SignInTokenInfo } from '../../application/queries/issue-sign-in-token.js';
import { holderOf } from '../holder.js';
import { SignInTokens } from '../sealed-tokens.js';

/** Seconds. */
const LASTS = 600;

@QueryHandler(IssueSignInToken)
export class IssueSignInTokenHandler implements IQueryHandler<IssueSignInToken> {
  constructor(
    private readonly tokens: SignInTokens,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, key }: IssueSignInToken): Promise<SignInTokenInfo> {
    const expires_at = Math.floor(this.clock.now().getTime() / 1000) + LASTS;
    const token = this.tokens.seal({ sign_in_id: randomUUID(), expires_at, ...holderOf(scope, key) });
    return { token, expires_at: new Date(expires_at * 1000).toISOString() };
  }
}
