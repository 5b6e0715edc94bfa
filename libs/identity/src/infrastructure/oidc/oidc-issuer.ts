import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import { CALLER_ID } from '#shared/kernel/ids.js';
import type { Caller, Role } from '#shared/kernel/scope.js';
import { isAccessToken } from './is-access-token.js';
import { IssuerKeys } from './issuer-keys.js';

export interface OidcIssuerOptions {
  readonly issuer: string;
  readonly audience: string;
  /** Names of claims, dotted for one inside another. */
  readonly claims: { readonly domain: string; readonly user: string; readonly role: string };
}

/** No secret in them that both sides know: who could check a token could also make one. Which of them, the issuer's keys say. */
const ASYMMETRIC = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** Clocks differ a little: without it a token would be refused in the second it was made. */
const CLOCK_TOLERANCE_SECONDS = 5;
const ROLES: readonly Role[] = ['ADMIN', 'MEMBER', 'VIEWER'];
// Issuers have their own forms of user ids (`auth0|5f7c…`); only what could break a log or a page is refused.
const USER = /^[^\p{C}\p{Z}]{1,255}$/u;

/** Who a bearer token of an OpenID Connect issuer speaks for. */
export class OidcIssuer {
  private readonly keys: IssuerKeys;

  constructor(private readonly options: OidcIssuerOptions) {
    this.keys = new IssuerKeys(options.issuer);
  }

  /** Whether a text says of itself that it is a token of this issuer: nothing else is worth asking for keys. */
  claims(text: string): boolean {
    try {
      return decodeJwt(text).iss === this.options.issuer;
    } catch {
      return false;
    }
  }

  /**
   * `undefined` for a token that is not valid, for whatever reason. Never the root key.
   * @throws ERROR_UNAVAILABLE when the issuer's keys cannot be read
   */
  async callerOf(token: string): Promise<Caller | undefined> {
    const { issuer, audience, claims } = this.options;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.keys.find, {
        issuer,
        audience,
        algorithms: ASYMMETRIC,
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      if (!isAccessToken(protectedHeader, payload) || isOfTheFuture(payload)) return undefined;
      const [domain_id, user_id] = [claimOf(payload, claims.domain), claimOf(payload, claims.user)];
      if (typeof domain_id !== 'string' || !CALLER_ID.test(domain_id)) return undefined;
      if (typeof user_id !== 'string' || !USER.test(user_id)) return undefined;
      return {
        root: false,
        api_key_id: null,
        domain_id,
        user_id,
        role: roleIn(claimOf(payload, claims.role)),
      };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

/** Which the check of the signature leaves to whoever sets an age. */
function isOfTheFuture({ iat }: JWTPayload): boolean {
  return iat !== undefined && !(iat <= Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS);
}

/** A claim may have dots in its own name (`https://tocsin.example.com/domain`), so that is looked for first. */
function claimOf(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  return name.split('.').reduce<unknown>((value, key) => {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }, payload);
}

/** The highest of one or several. Who says nothing of it may only read. */
function roleIn(claim: unknown): Role {
  const given: unknown[] = Array.isArray(claim) ? claim : [claim];
  return ROLES.find((role) => given.includes(role)) ?? 'VIEWER';
}
