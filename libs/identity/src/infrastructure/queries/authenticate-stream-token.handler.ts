import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Caller } from '#shared/kernel/scope.js';
import { AuthenticateStreamToken } from '../../application/queries/authenticate-stream-token.js';
import { TokenHolderAuthenticator } from '../token-holder-authenticator.js';
import { StreamTokens } from '../sealed-tokens.js';

@QueryHandler(AuthenticateStreamToken)
export class AuthenticateStreamTokenHandler implements IQueryHandler<AuthenticateStreamToken> {
  constructor(
    private readonly tokens: StreamTokens,
    private readonly holders: TokenHolderAuthenticator,
    private readonly clock: Clock,
  ) {}

  async execute({ token, isOpen }: AuthenticateStreamToken): Promise<Caller | undefined> {
    const grant = this.tokens.open(token);
    const now = this.clock.now().getTime() / 1000;
    if (grant === undefined || (!isOpen && grant.opens_until <= now)) return undefined;
    return this.holders.findCaller(grant, 'VIEWER');
  }
}
