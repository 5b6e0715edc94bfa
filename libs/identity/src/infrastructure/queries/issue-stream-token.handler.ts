import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { decodeJwt } from 'jose';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { digestOf, isSecret } from '../../domain/api-key-secret.js';
import { IssueStreamToken, type StreamTokenInfo } from '../../application/queries/issue-stream-token.js';
import { StreamTokens, type StreamGrant } from '../stream-tokens.js';

/** Seconds. A page opens its stream right after it asked; a token that leaks into a log is of little use. */
const OPENS_FOR = 300;

@QueryHandler(IssueStreamToken)
export class IssueStreamTokenHandler implements IQueryHandler<IssueStreamToken> {
  constructor(
    private readonly tokens: StreamTokens,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, key }: IssueStreamToken): Promise<StreamTokenInfo> {
    const opens_until = Math.floor(this.clock.now().getTime() / 1000) + OPENS_FOR;
    const token = this.tokens.seal({ domain_id: scope.domain_id, opens_until, ...holderOf(scope, key) });
    return { token, expires_at: new Date(opens_until * 1000).toISOString() };
  }
}

function holderOf({ root, domain_id, user_id, role }: Scope, key: string): Partial<StreamGrant> {
  if (root || isSecret(key)) return { digest: digestOf(key).toString('base64') };
  const caller = { root: false as const, api_key_id: null, domain_id, user_id: user_id ?? '', role };
  return { caller, valid_until: decodeJwt(key).exp ?? 0 };
}
