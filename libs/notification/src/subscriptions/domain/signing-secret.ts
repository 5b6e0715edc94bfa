import { randomBytes } from 'node:crypto';

const BYTES = 32;

/** Returns a signing secret in the format of Standard Webhooks. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`;
}
