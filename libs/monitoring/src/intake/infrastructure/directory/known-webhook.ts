import { timingSafeEqual } from 'node:crypto';
import type { AdmittedWebhook } from '../../application/ports/webhook-directory.js';

export interface KnownKey {
  readonly digest: Buffer;
  /** The name under which its use is recorded. Built once, because every delivery records a use. */
  readonly name: string;
}

export interface KnownWebhook {
  readonly admitted: AdmittedWebhook;
  readonly enabled: boolean;
  /**
   * Whether its secrets cannot be decrypted because their encryption key is not configured. The webhook then accepts
   * nothing.
   */
  readonly hasUnreadableSecrets: boolean;
  readonly key: KnownKey;
  /** The previous key, while its grace period lasts. */
  readonly previous: (KnownKey & { readonly expires_at: number }) | null;
}

/** Returns the key of the webhook that matches the given digest, if that key is valid. */
export function findMatchingKey({ key, previous }: KnownWebhook, digest: Buffer): KnownKey | undefined {
  if (timingSafeEqual(key.digest, digest)) return key;
  if (previous === null || Date.now() >= previous.expires_at) return undefined;
  return timingSafeEqual(previous.digest, digest) ? previous : undefined;
}
