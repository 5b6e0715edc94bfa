import { decodeJwt } from 'jose';
import type { Caller, Scope } from '#shared/kernel/scope.js';
import { digestOf, isSecret } from '../domain/api-key-secret.js';

/** For whom something is issued that stands for a credential, in one domain. It ends with the credential. */
export interface Holder {
  readonly domain_id: string;
  /** The key's, in base64; never the key itself, which whoever has ENCRYPTION_KEY would learn. */
  readonly digest?: string;
  /** Where there is no such key but an access token: whom it speaks for, until when (seconds since the epoch). */
  readonly caller?: Caller;
  readonly valid_until?: number;
}

/** @param key the credential that the scope was found by */
export function holderOf({ root, domain_id, user_id, role }: Scope, key: string): Holder {
  if (root || isSecret(key)) return { domain_id, digest: digestOf(key).toString('base64') };
  const caller = { root: false as const, api_key_id: null, domain_id, user_id: user_id ?? '', role };
  return { domain_id, caller, valid_until: decodeJwt(key).exp ?? 0 };
}
