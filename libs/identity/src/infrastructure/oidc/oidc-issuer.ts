import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTHeaderParameters } from 'jose';
import type { Caller } from '#shared/kernel/scope.js';
import { extractCaller, type ClaimNames } from './extract-caller.js';
import { IssuerKeys } from './issuer-keys.js';

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
