import { Injectable } from '@nestjs/common';
import { Clock } from '#shared/kernel/clock.js';
import { OPERATOR, type Caller, type Role } from '#shared/kernel/scope.js';
import { AuthenticateHandler } from './queries/authenticate.handler.js';
import type { TokenHolder } from './token-holder.js';

/** Finds the current callers of holders. */
@Injectable()
export class TokenHolderAuthenticator {
  constructor(
    private readonly keys: AuthenticateHandler,
    private readonly clock: Clock,
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
    return valid_until > this.clock.now().getTime() / 1000 ? caller : undefined;
  }
}
