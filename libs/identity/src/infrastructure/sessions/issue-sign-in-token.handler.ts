import { randomUUID } from 'node:crypto';
import { CommandHandler, type ICommandHandler, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { formatId } from '#shared/kernel/ids.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import {
  IssueSignInToken,
  type IssuedToken,
  ReadSignInToken,
  type SignInOffer,
} from '../../application/commands/issue-token.js';
import { SessionRepository } from '../../application/ports/session.repository.js';
import { SignInTokens } from '../sealed-tokens.js';
import { createTokenHolder, TokenHolderAuthenticator } from '../token-holder.js';
import { SignInVerifier } from './sign-in-verifier.js';

/** Seconds. */
const LIFETIME_SECONDS = 600;

@CommandHandler(IssueSignInToken)
export class IssueSignInTokenHandler implements ICommandHandler<IssueSignInToken> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: SignInTokens,
    private readonly clock: ExpiryClock,
  ) {}

  async execute({ scope, key }: IssueSignInToken): Promise<IssuedToken> {
    const expires_at = Math.floor((await this.clock.now()).getTime() / 1000) + LIFETIME_SECONDS;
    const sign_in_id = randomUUID();
    await recordChange(this.dataSource, scope, 'sign_in_token', formatId('sign_in_token', sign_in_id));
    const token = this.tokens.seal({ sign_in_id, expires_at, ...createTokenHolder(scope, key) });
    return { token, expires_at: new Date(expires_at * 1000).toISOString() };
  }
}

@QueryHandler(ReadSignInToken)
export class ReadSignInTokenHandler implements IQueryHandler<ReadSignInToken> {
  constructor(
    private readonly signIns: SignInVerifier,
    private readonly holders: TokenHolderAuthenticator,
    private readonly sessions: SessionRepository,
  ) {}

  async execute({ sign_in_token }: ReadSignInToken): Promise<SignInOffer | undefined> {
    const verified = await this.signIns.verify({ sign_in_token });
    const sign_in_id = verified?.sign_in_id ?? null;
    if (verified === undefined || (sign_in_id !== null && (await this.sessions.isUsed(sign_in_id))))
      return undefined;
    const caller = await this.holders.findCaller(verified.holder, 'ADMIN');
    if (caller === undefined || caller.root) return undefined;
    const { domain_id, user_id, role } = caller;
    return { domain_id, user_id, role };
  }
}
