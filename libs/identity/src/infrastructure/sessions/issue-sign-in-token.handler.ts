import { randomUUID } from 'node:crypto';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { Clock } from '#shared/kernel/clock.js';
import { formatId } from '#shared/kernel/ids.js';
import { recordChange } from '#shared/platform/audit/record-change.js';
import { IssueSignInToken, type SignInTokenInfo } from '../../application/commands/issue-sign-in-token.js';
import { createTokenHolder } from '../token-holder.js';
import { SignInTokens } from '../sealed-tokens.js';

/** Seconds. */
const LIFETIME_SECONDS = 600;

@CommandHandler(IssueSignInToken)
export class IssueSignInTokenHandler implements ICommandHandler<IssueSignInToken> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: SignInTokens,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, key }: IssueSignInToken): Promise<SignInTokenInfo> {
    const expires_at = Math.floor(this.clock.now().getTime() / 1000) + LIFETIME_SECONDS;
    const sign_in_id = randomUUID();
    await recordChange(this.dataSource, scope, 'sign_in_token', formatId('sign_in_token', sign_in_id));
    const token = this.tokens.seal({ sign_in_id, expires_at, ...createTokenHolder(scope, key) });
    return { token, expires_at: new Date(expires_at * 1000).toISOString() };
  }
}
