import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Caller } from '#shared/kernel/scope.js';
import { AuthenticateStreamToken } from '../../application/queries/authenticate-stream-token.js';
import { StreamTokens, type StreamGrant } from '../stream-tokens.js';
import { AuthenticateHandler } from './authenticate.handler.js';

@QueryHandler(AuthenticateStreamToken)
export class AuthenticateStreamTokenHandler implements IQueryHandler<AuthenticateStreamToken> {
  constructor(
    private readonly tokens: StreamTokens,
    private readonly keys: AuthenticateHandler,
    private readonly clock: Clock,
  ) {}

  async execute({ token, isOpen }: AuthenticateStreamToken): Promise<Caller | undefined> {
    const grant = this.tokens.open(token);
    const now = this.clock.now().getTime() / 1000;
    if (grant === undefined || (!isOpen && grant.opens_until <= now)) return undefined;
    const caller = await this.holderOf(grant, now);
    if (!caller?.root) return caller;
    // Not the rights of the root key, which are those in any domain.
    return { root: false, api_key_id: null, domain_id: grant.domain_id, user_id: 'root', role: 'VIEWER' };
  }

  private async holderOf({ digest, caller, valid_until = 0 }: StreamGrant, now: number) {
    if (digest !== undefined) return this.keys.holderOf(Buffer.from(digest, 'base64'));
    return valid_until > now ? caller : undefined;
  }
}
