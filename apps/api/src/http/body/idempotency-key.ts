import { DomainError } from '#shared/kernel/domain-error.js';

const MAX_KEY_LENGTH = 255;

/**
 * Returns the Idempotency-Key of a request: in quotes as in draft-ietf-httpapi-idempotency-key-header, or bare as many
 * clients send it.
 * @throws ERROR_INVALID_PARAMETER for one that is empty or too long
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim();
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw DomainError.invalid('Idempotency-Key', `must be 1 to ${MAX_KEY_LENGTH} characters`);
  }
  return key;
}
