import { timingSafeEqual } from 'node:crypto';
import type { AdmittedWebhook } from '../../application/ports/webhook-directory.js';

export interface KnownWebhook {
  readonly admitted: AdmittedWebhook;
  readonly enabled: boolean;
  /** Its secrets were encrypted with a key that is not set: it can take nothing until that is. */
  readonly unreadable: boolean;
  readonly digest: Buffer;
  /** The key before, while its grace lasts. */
  readonly previous: { readonly digest: Buffer; readonly expires_at: number } | null;
}

export function opens({ digest, previous }: KnownWebhook, given: Buffer): boolean {
  if (timingSafeEqual(digest, given)) return true;
  return previous !== null && Date.now() < previous.expires_at && timingSafeEqual(previous.digest, given);
}
