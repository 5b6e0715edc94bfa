import type { JWTPayload } from 'jose';
import { CALLER_ID_PATTERN } from '#shared/kernel/ids.js';
import { OPERATOR, ROLES, type Caller, type Role } from '#shared/kernel/scope.js';

/** Names of claims. A dot separates the names of nested claims. */
export interface ClaimNames {
  readonly domain: string;
  readonly user: string;
  readonly role: string;
}

// Each issuer has its own format of user ids (`auth0|5f7c…`). Only characters that could break a log or a page are
// rejected.
const USER_ID_PATTERN = /^[^\p{C}\p{Z}]{1,255}$/u;

/** Returns the caller that a verified token names; `undefined` if it names none. Never the root key. */
export function extractCaller(
  payload: JWTPayload,
  claims: ClaimNames,
): Extract<Caller, { root: false }> | undefined {
  const [domain_id, user_id] = [findClaim(payload, claims.domain), findClaim(payload, claims.user)];
  if (typeof domain_id !== 'string' || !CALLER_ID_PATTERN.test(domain_id)) return undefined;
  if (typeof user_id !== 'string' || !USER_ID_PATTERN.test(user_id) || user_id === OPERATOR) return undefined;
  const role = findHighestRole(findClaim(payload, claims.role));
  return { root: false, api_key_id: null, domain_id, user_id, role };
}

/**
 * Returns a claim. A name may itself contain dots (`https://tocsin.example.com/domain`), so the whole name is tried
 * first.
 */
function findClaim(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name.split('.').reduce<unknown>((value, key) => {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }, payload);
}

/** Returns the highest role of the claim. A token without a role may only read. */
function findHighestRole(claim: unknown): Role {
  const roles: unknown[] = Array.isArray(claim) ? claim : [claim];
  return ROLES.find((role) => roles.includes(role)) ?? 'VIEWER';
}
