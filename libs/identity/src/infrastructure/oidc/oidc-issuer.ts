import { Logger } from '@nestjs/common';
import {
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTHeaderParameters,
  createRemoteJWKSet,
  type JWTVerifyGetKey,
} from 'jose';
import { DomainError } from '#shared/kernel/domain-error.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { CALLER_ID_PATTERN } from '#shared/kernel/ids.js';
import { type Caller, OPERATOR, ROLES, type Role } from '#shared/kernel/scope.js';

/** Accepted values of `typ` in the header, without `application/`. A token without a type is accepted as an access token. */
const ACCEPTED_HEADER_TYPES = new Set([undefined, 'jwt', 'at+jwt']);
/** Keycloak writes the type of a token into a claim. */
const REJECTED_TYPES = /^(id|refresh|offline|logout)$/i;

/**
 * Returns whether a token of the issuer is an access token. Rejects logout tokens (which have `events`), refresh
 * tokens, and ID tokens (which have the hash of a token or code).
 */
function isAccessToken({ typ }: Partial<JWTHeaderParameters>, claims: JWTPayload): boolean {
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (!ACCEPTED_HEADER_TYPES.has(type)) return false;
  if (['events', 'at_hash', 'c_hash'].some((name) => Object.hasOwn(claims, name))) return false;
  return !REJECTED_TYPES.test(String(claims['typ']));
}

export interface OidcIssuerOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly claims: ClaimNames;
}

/**
 * Algorithms with a public key only: with a shared secret, whoever can verify a token can also forge one. The keys of
 * the issuer decide which of them is used.
 */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** Without a tolerance for clock differences, a new token could be rejected for its first seconds. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Authenticates bearer tokens of an OpenID Connect issuer. */
export class OidcIssuer {
  private readonly keys: IssuerKeys;

  constructor(private readonly options: OidcIssuerOptions) {
    this.keys = new IssuerKeys(options.issuer);
  }

  /** Returns whether a text claims to be a token of this issuer. Only such a text is worth a request for keys. */
  isIssuerOf(text: string): boolean {
    try {
      return decodeJwt(text).iss === this.options.issuer;
    } catch {
      return false;
    }
  }

  /**
   * Returns the caller of a token; `undefined` if the token is not valid, for any reason. Never the root key.
   * @throws ERROR_UNAVAILABLE when the keys of the issuer cannot be read
   */
  async authenticate(token: string): Promise<Caller | undefined> {
    const { issuer, audience, claims } = this.options;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.keys.find, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      if (!isAccessToken(protectedHeader, payload) || isIssuedInFuture(payload)) return undefined;
      return extractCaller(payload, claims);
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

/** Returns whether a token was issued in the future. `jwtVerify` checks this only with a maximum age. */
/** Whether a token is from the future, by more than clocks may differ. */
export function isIssuedInFuture({ iat }: JWTPayload): boolean {
  return iat !== undefined && !(iat <= Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS);
}

const TIMEOUT_MS = 5_000;
/** A key that the issuer has revoked is trusted for at most this time. */
const MAX_KEY_AGE_MS = 5 * 60_000;
/** Tokens with invented key ids must not cause a flood of requests to the issuer. */
const REFRESH_COOLDOWN_MS = 5_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** Caches the public keys of an issuer, which are found by its discovery document. */
class IssuerKeys {
  private readonly logger = new Logger('Oidc');
  private keys: Promise<RemoteKeys> | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly issuer: string) {}

  /**
   * Returns the public key for a token.
   * @throws ERROR_UNAVAILABLE when the key is not cached and the issuer does not answer
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const cached = await this.keys?.catch(() => undefined);
    const isPaused = performance.now() - this.failedAt < PAUSE_AFTER_FAILURE_MS;
    if (isPaused && !cached?.fresh) throw createUnavailableError();
    try {
      this.keys ??= this.discover();
      return await (
        await this.keys
      )(header, token);
    } catch (error) {
      if (isTokenError(error)) throw error;
      this.failedAt = performance.now();
      this.logger.warn(`the issuer's keys cannot be read: ${getLogMessage(error)}`);
      // The address of the keys may have changed, so it is discovered again, unless the cached keys are still trusted.
      if (!cached?.fresh) this.keys = undefined;
      throw createUnavailableError(error);
    }
  };

  private async discover(): Promise<RemoteKeys> {
    const response = await fetch(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`its discovery document was answered with status ${response.status}`);
    const { issuer, jwks_uri } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (issuer !== this.issuer)
      throw new Error('its discovery document names another issuer than OIDC_ISSUER');
    if (typeof jwks_uri !== 'string' || !URL.canParse(jwks_uri)) {
      throw new Error('its discovery document has no valid jwks_uri');
    }
    const url = new URL(jwks_uri);
    if (url.protocol !== 'https:' && url.protocol !== new URL(this.issuer).protocol) {
      throw new Error('its jwks_uri is not https');
    }
    return createRemoteJWKSet(url, {
      timeoutDuration: TIMEOUT_MS,
      cacheMaxAge: MAX_KEY_AGE_MS,
      cooldownDuration: REFRESH_COOLDOWN_MS,
    });
  }
}

/** Returns whether the token is at fault: it names an unknown key, or several keys match. */
function isTokenError(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

function createUnavailableError(cause?: unknown): DomainError {
  return DomainError.unavailable('Tokens cannot be checked: the issuer does not answer', 5, cause);
}

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
