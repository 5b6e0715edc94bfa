import { CommandHandler, type ICommandHandler, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { newId } from '#shared/kernel/ids.js';
import type { Caller } from '#shared/kernel/scope.js';
import { recordChange } from '#shared/platform/audit/audit-log.js';
import { IssueStreamToken, type IssuedToken } from '../../application/commands/issue-token.js';
import { AuthenticateStreamToken } from '../../application/queries/authenticate.js';
import { StreamTokens } from '../sealed-tokens.js';
import { createTokenHolder, TokenHolderAuthenticator } from '../token-holder.js';

/** Seconds. A page opens its stream right after the request, and a token that leaks into a log is soon useless. */
const LIFETIME_SECONDS = 300;

@CommandHandler(IssueStreamToken)
export class IssueStreamTokenHandler implements ICommandHandler<IssueStreamToken> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: StreamTokens,
    private readonly clock: ExpiryClock,
  ) {}

  async execute({ scope, key }: IssueStreamToken): Promise<IssuedToken> {
    const opens_until = Math.floor((await this.clock.now()).getTime() / 1000) + LIFETIME_SECONDS;
    await recordChange(this.dataSource, scope, 'stream_token', newId('stream_token'));
    const token = this.tokens.seal({ opens_until, ...createTokenHolder(scope, key) });
    return { token, expires_at: new Date(opens_until * 1000).toISOString() };
  }
}

@QueryHandler(AuthenticateStreamToken)
export class AuthenticateStreamTokenHandler implements IQueryHandler<AuthenticateStreamToken> {
  constructor(
    private readonly tokens: StreamTokens,
    private readonly holders: TokenHolderAuthenticator,
    private readonly clock: ExpiryClock,
  ) {}

  async execute({ token, isOpen }: AuthenticateStreamToken): Promise<Caller | undefined> {
    const grant = this.tokens.open(token);
    if (grant === undefined) return undefined;
    const isOver = !isOpen && (await this.clock.hasPassed(new Date(grant.opens_until * 1000)));
    if (isOver) return undefined;
    return this.holders.findCaller(grant, 'VIEWER');
  }
}
