import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { type Caller, type Scope, OPERATOR, type Role } from '#shared/kernel/scope.js';
import { hashSecret, isSecret } from '../domain/api-key-secret.js';
import { AuthenticateHandler } from './queries/authenticate.handler.js';

/**
 * Identifies whom a session or token was issued to, in one domain. The session or token ends with the credential of its
 * holder.
 */
export interface TokenHolder {
  readonly domain_id: string;
  /** The digest of the key in base64. Not the key itself, which whoever has ENCRYPTION_KEY could decrypt. */
  readonly digest?: string;
  /** For an access token: the caller it names, and until when (seconds since the epoch). */
  readonly caller?: Caller;
  readonly valid_until?: number;
}

/** @param key the credential that the scope was derived from */
export function createTokenHolder({ root, domain_id, user_id, role }: Scope, key: string): TokenHolder {
  if (root || isSecret(key)) return { domain_id, digest: hashSecret(key).toString('base64') };
  const caller = { root: false as const, api_key_id: null, domain_id, user_id: user_id ?? '', role };
  return { domain_id, caller, valid_until: decodeJwt(key).exp ?? 0 };
}

/** Finds the current callers of holders. */
@Injectable()
export class TokenHolderAuthenticator {
  constructor(
    private readonly keys: AuthenticateHandler,
    private readonly clock: ExpiryClock,
  ) {}

  /**
   * Returns the caller; `undefined` when the credential has ended.
   * @param rootRole the role of the root key in this domain, which replaces its rights in all domains
   * @throws ERROR_UNAVAILABLE when this cannot be determined
   */
  async findCaller(holder: TokenHolder, rootRole: Role): Promise<Caller | undefined> {
    const caller = await this.resolveCredential(holder);
    if (!caller?.root) return caller;
    const { domain_id } = holder;
    return { root: false, operator: true, api_key_id: null, domain_id, user_id: OPERATOR, role: rootRole };
  }

  private async resolveCredential({
    digest,
    caller,
    valid_until = 0,
  }: TokenHolder): Promise<Caller | undefined> {
    if (digest !== undefined) return this.keys.authenticateDigest(Buffer.from(digest, 'base64'));
    return (await this.clock.hasPassed(new Date(valid_until * 1000))) ? undefined : caller;
  }
}
