import { decodeJwt } from 'jose';
import type { Caller, Scope } from '#shared/kernel/scope.js';
import { hashSecret, isSecret } from '../domain/api-key-secret.js';

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
