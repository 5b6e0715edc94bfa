import { timingSafeEqual } from 'node:crypto';
import type { AdmittedWebhook } from '../../application/ports/webhook-directory.js';

export interface KnownKey {
  readonly digest: Buffer;
  /** What its use is noted as: made once, because it is noted with every delivery. */
  readonly name: string;
}

export interface KnownWebhook {
  readonly admitted: AdmittedWebhook;
  readonly enabled: boolean;
  /** Its secrets were encrypted with a key that is not set: it can take nothing until that is. */
  readonly unreadable: boolean;
  readonly key: KnownKey;
  /** The key before, while its grace lasts. */
  readonly previous: (KnownKey & { readonly expires_at: number }) | null;
}

/** The key of the webhook that was given, if it is valid. */
export function keyThatOpens({ key, previous }: KnownWebhook, given: Buffer): KnownKey | undefined {
  if (timingSafeEqual(key.digest, given)) return key;
  if (previous === null || Date.now() >= previous.expires_at) return undefined;
  return timingSafeEqual(previous.digest, given) ? previous : undefined;
}
