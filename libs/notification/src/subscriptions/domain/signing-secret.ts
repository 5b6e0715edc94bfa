import { randomBytes } from 'node:crypto';

const BYTES = 32;

/** Of Standard Webhooks: what requests are signed with. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`;
}
