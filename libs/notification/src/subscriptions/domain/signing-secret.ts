import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Returns a signing secret in the format of Standard Webhooks. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
