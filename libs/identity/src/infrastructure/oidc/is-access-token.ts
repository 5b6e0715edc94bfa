import type { JWTPayload, JWTHeaderParameters } from 'jose';

/** Accepted values of `typ` in the header, without `application/`. A token without a type is accepted as an access token. */
const ACCEPTED_HEADER_TYPES = new Set([undefined, 'jwt', 'at+jwt']);
/** Keycloak writes the type of a token into a claim. */
const REJECTED_TYPES = /^(id|refresh|offline|logout)$/i;

/**
 * Returns whether a token of the issuer is an access token. Rejects logout tokens (which have `events`), refresh
 * tokens, and ID tokens (which have the hash of a token or code).
 */
export function isAccessToken({ typ }: Partial<JWTHeaderParameters>, claims: JWTPayload): boolean {
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (!ACCEPTED_HEADER_TYPES.has(type)) return false;
  if (['events', 'at_hash', 'c_hash'].some((name) => Object.hasOwn(claims, name))) return false;
  return !REJECTED_TYPES.test(String(claims['typ']));
}
