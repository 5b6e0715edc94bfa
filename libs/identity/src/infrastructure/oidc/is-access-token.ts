import type { JWTPayload, JWTHeaderParameters } from 'jose';

/** Of the header, without `application/`. A token that says nothing is taken for what it is used as. */
const HEADER_TYPES = new Set([undefined, 'jwt', 'at+jwt']);
/** As Keycloak writes into the token itself what it is. */
const OTHER_TYPES = /^(id|refresh|offline|logout)$/i;

/**
 * Whether a token of the issuer was made to be shown to services: not one that ends sessions (it has `events`), that
 * gets other tokens, or that tells a page who has logged in (it names the token or the code it came with).
 */
export function isAccessToken({ typ }: Partial<JWTHeaderParameters>, claims: JWTPayload): boolean {
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (!HEADER_TYPES.has(type)) return false;
  if (['events', 'at_hash', 'c_hash'].some((name) => Object.hasOwn(claims, name))) return false;
  return !OTHER_TYPES.test(String(claims['typ']));
}
